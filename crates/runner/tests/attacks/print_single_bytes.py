# Prints forever, in the smallest pieces there are.
# expect: timed_out
import os


def is_valid(edges, order):
    while True:
        os.write(2, b"x")
