# Prints without ending a line, and loops until it is killed.
# expect: timed_out computing | not_run
# prints: the last words, with a warning
import sys


def is_valid(edges, order):
    print("the last words, ", end="")
    sys.stderr.write("with a warning")
    while True:
        pass
