from collections import Counter
from itertools import combinations


def is_valid(edges, order):
    expected = Counter({v for e in edges for v in e})
    if Counter(order) != expected:
        return False
    return not any((b, a) in edges for a, b in combinations(order, 2))
