# Opens files that have no name at all.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    os.close(os.open(".", os.O_TMPFILE | os.O_RDWR))
    return True
