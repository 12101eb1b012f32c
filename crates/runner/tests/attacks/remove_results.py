# Removes all results.
# expect: rejected
# expect-reduced: rejected
import os
import shutil

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    existed = os.path.exists(WORLD + "/results")
    shutil.rmtree(WORLD + "/results", ignore_errors=True)
    return existed and not os.path.exists(WORLD + "/results")
