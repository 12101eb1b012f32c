# Makes folders that its owner can neither read nor empty.
# expect: accepted | crashed disk
# unstable: maybe
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    os.umask(0o777)
    if not os.path.exists("closed"):
        os.mkdir("closed")
    return True
