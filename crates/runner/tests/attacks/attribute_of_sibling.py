# Writes into the attributes of a file.
# expect: raised PermissionError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.setxattr(WORLD + "/sibling/solution.py", "user.note", b"answers")
    return True
