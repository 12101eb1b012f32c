"""Counts a vertex once for each of its edges."""


def is_valid(edges, order):
    ends = []
    for a, b in edges:
        ends.append(a)
        ends.append(b)
    if len(ends) != len(order):
        return False
    for v in order:
        if v not in ends:
            return False
    for a, b in edges:
        if a not in order or b not in order:
            return False
        if order.index(a) > order.index(b):
            return False
    return True
