# Opens more files than it may.
# expect: raised OSError
import os


def is_valid(edges, order):
    while True:
        os.open("/dev/null", os.O_RDONLY)
