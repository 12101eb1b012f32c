# Ends in the worst way.
# expect: crashed signal 6
import os


def is_valid(edges, order):
    os.abort()
