# Empties all modules, also those of the harness.
# expect: crashed exit 1 | crashed signal 11 | crashed signal 6
import sys


def is_valid(edges, order):
    for module in list(sys.modules.values()):
        vars(module).clear()
    return True
