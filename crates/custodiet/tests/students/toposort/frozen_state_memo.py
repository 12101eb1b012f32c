# correct
from functools import cache


def is_valid(edges, order):
    edges = tuple(edges)
    order = tuple(order)
    vertices = frozenset(v for e in edges for v in e)

    @cache
    def valid_from(i, placed):
        if i == len(order):
            return placed == vertices
        v = order[i]
        if v in placed or v not in vertices:
            return False
        if any(b == v and a not in placed for a, b in edges):
            return False
        return valid_from(i + 1, placed | {v})

    return valid_from(0, frozenset())
