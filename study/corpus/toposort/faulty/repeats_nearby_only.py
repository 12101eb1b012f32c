"""Sees a repeat only one or two places away."""


def is_valid(edges, order):
    if set(order) != {v for e in edges for v in e}:
        return False
    for i, v in enumerate(order):
        if v in order[i + 1:i + 3]:
            return False
    for a, b in edges:
        if order.index(b) < order.index(a):
            return False
    return True
