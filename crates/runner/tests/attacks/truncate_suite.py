# Empties the suite.
# expect: raised PermissionError
# succeeds-without-sandbox
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.truncate(WORLD + "/suite.json", 0)
    return True
