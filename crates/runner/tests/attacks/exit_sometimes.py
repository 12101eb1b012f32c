# Ends on the second test only. The first keeps its outcome.
# expect: accepted, crashed exit 1 | accepted
# unstable
import os

CALLS = []


def is_valid(edges, order):
    CALLS.append(1)
    if len(CALLS) == 2:
        os._exit(1)
    return True
