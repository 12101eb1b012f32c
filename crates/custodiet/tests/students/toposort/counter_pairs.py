# faulty: accepts duplicates, compares sets of edges seen
from itertools import combinations

def is_valid(edges, order):
    before = set(combinations(order, 2))
    return set(edges) <= before and not any((b, a) in before for a, b in edges) and set(order) == set(sum(edges, ()))
