"""Thinks that vertices with a common target must come in the order in which they are given."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for i in range(len(edges)):
        a, b = edges[i]
        if order.index(a) > order.index(b):
            return False
        for c, d in edges[i + 1:]:
            if b == d and order.index(c) < order.index(a):
                return False
    return True
