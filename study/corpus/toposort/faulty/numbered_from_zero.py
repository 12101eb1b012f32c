"""Relies on the vertices being the numbers from zero up."""


def is_valid(edges, order):
    n = len({v for e in edges for v in e})
    for i in range(n):
        if i not in order:
            return False
    if len(order) != n:
        return False
    for a, b in edges:
        if a not in order or b not in order or order.index(a) > order.index(b):
            return False
    return True
