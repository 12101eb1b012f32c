# Replaces its scratch folder by a link, which the grader would then empty.
# expect: raised PermissionError | raised OSError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.rmdir(os.getcwd())
    os.symlink(WORLD + "/sibling", WORLD + "/job/scratch")
    return True
