# Closes all streams and answers.
# expect: crashed exit
import os


def is_valid(edges, order):
    os.closerange(0, 256)
    return True
