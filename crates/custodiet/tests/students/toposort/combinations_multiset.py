# correct
from collections import Counter
from itertools import chain, combinations


def is_valid(edges, order):
    wanted = Counter(set(chain.from_iterable(edges)))
    if Counter(order) != wanted:
        return False
    return set(edges) <= set(combinations(order, 2))
