# Reads the requests itself, to the end that never comes.
# expect: timed_out waiting
import sys


def is_valid(edges, order):
    sys._getframe(1).f_locals["requests"].read()
    return True
