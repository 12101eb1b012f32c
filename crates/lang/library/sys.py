"""What `sys` offers: the depth of recursion has its own limit here, and integers have none."""

maxsize = 9223372036854775807


def setrecursionlimit(limit, /):
    # CPython raises `TypeError` for anything but an integer.
    limit << 0
    if limit < 1:
        raise ValueError("recursion limit must be greater or equal than 1")


def getrecursionlimit():
    return 1000
