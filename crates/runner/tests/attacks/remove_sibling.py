# Removes the submission of another student.
# expect: raised PermissionError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.unlink(WORLD + "/sibling/solution.py")
    return True
