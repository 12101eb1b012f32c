# Gives a file to someone else.
# expect: raised PermissionError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.chown(WORLD + "/sibling/solution.py", 1, 1)
    return True
