# Exits while loading, with the code of a sandbox that could not be set up.
# expect: could_not_run crashed
import os

os._exit(125)


def is_valid(edges, order):
    return True
