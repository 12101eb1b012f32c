# Exits with the code that a shell reports for a killed program.
# expect: crashed exit 137
import os


def is_valid(edges, order):
    os._exit(137)
