# Ends itself by the signal that the grader uses.
# expect: crashed signal 9
import os


def is_valid(edges, order):
    os.kill(os.getpid(), 9)
