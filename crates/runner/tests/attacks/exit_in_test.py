# Ends in the middle of a test, as if all were well.
# expect: crashed exit 0
import os


def is_valid(edges, order):
    os._exit(0)
