"""Only sees a repeat if the two stand side by side."""


def is_valid(edges, order):
    if set(order) != {v for e in edges for v in e}:
        return False
    for v, w in zip(order, order[1:]):
        if v == w:
            return False
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
    return True
