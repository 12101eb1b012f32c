# Removes itself, so that it cannot be started again.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    os.unlink(__file__)
    return True
