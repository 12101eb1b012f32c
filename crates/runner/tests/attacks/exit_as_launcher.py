# Exits with the code of a sandbox that could not be set up.
# expect: crashed exit 125
import os


def is_valid(edges, order):
    os._exit(125)
