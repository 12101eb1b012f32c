"""Adds up how often vertices are listed, so one may stand in for another, and strangers do not count."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    total = 0
    for v in vertices:
        total += order.count(v)
    if total != len(vertices):
        return False
    first = {}
    for i, v in enumerate(order):
        first.setdefault(v, i)
    return all(first[a] < first[b] for a, b in edges if a in first and b in first)
