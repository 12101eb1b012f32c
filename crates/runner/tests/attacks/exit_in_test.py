# Exits during a test with code 0.
# expect: crashed exit 0
import os


def is_valid(edges, order):
    os._exit(0)
