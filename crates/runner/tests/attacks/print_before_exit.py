# Prints without ending a line, and exits at once.
# expect: crashed exit 0
# prints: the last words, with a warning
import os
import sys


def is_valid(edges, order):
    print("the last words, ", end="")
    sys.stderr.write("with a warning")
    os._exit(0)
