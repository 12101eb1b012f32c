"""Overwrites the answer in the loop, so only the last edge counts."""


def is_valid(edges, order):
    if len(order) != len(set(order)):
        return False
    if set(order) != {a for a, b in edges}.union(b for a, b in edges):
        return False
    ok = True
    for a, b in edges:
        ok = order.index(a) < order.index(b)
    return ok
