# Leaves the group that is ended with it.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    os.setsid()
    return True
