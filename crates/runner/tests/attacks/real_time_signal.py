# Ends itself by a signal without a name.
# expect: crashed signal 34
import os


def is_valid(edges, order):
    os.kill(os.getpid(), 34)
