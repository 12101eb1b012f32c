# Makes a file look as if it was submitted late.
# expect: raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.utime(WORLD + "/sibling/solution.py")
    return True
