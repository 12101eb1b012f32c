# correct
from itertools import combinations


def compatible(some):
    return not any(a.start < b.end and b.start < a.end for a, b in combinations(some, 2))


def is_valid(requests, chosen):
    if not all(c in requests for c in chosen) or not compatible(chosen):
        return False
    # is there a larger choice?
    return not any(compatible(more) for more in combinations(requests, len(chosen) + 1))
