"""Accepts repeats if some copy of a source comes before some copy of a target."""


def first(order, v):
    return min(i for i, w in enumerate(order) if w == v)


def last(order, v):
    return max(i for i, w in enumerate(order) if w == v)


def is_valid(edges, order):
    if set(order) != {v for e in edges for v in e}:
        return False
    return all(first(order, a) < last(order, b) for a, b in edges)
