# Loops forever in C, where Python never looks for signals.
# expect: timed_out computing
import itertools


def is_valid(edges, order):
    return 1 in itertools.repeat(0)
