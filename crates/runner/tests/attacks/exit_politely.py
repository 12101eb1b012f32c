# Asks Python to exit.
# expect: raised SystemExit
import sys


def is_valid(edges, order):
    sys.exit(0)
