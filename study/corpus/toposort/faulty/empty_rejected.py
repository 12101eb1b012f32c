"""Rejects the empty order of the empty graph."""


def is_valid(edges, order):
    if not edges or not order:
        return False
    vertices = {v for e in edges for v in e}
    for v in vertices:
        if order.count(v) != 1:
            return False
    for v in order:
        if v not in vertices:
            return False
    return all(order.index(a) < order.index(b) for a, b in edges)
