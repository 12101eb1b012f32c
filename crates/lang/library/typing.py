"""What of `typing` is used when a file runs."""

TYPE_CHECKING = False


def cast(typ, val):
    return val


def final(f):
    return f
