# faulty: accepts missing vertices, stops looking after the first that is missing
from contextlib import suppress


def is_valid(edges, order):
    if len(set(order)) != len(order):
        return False
    vertices = {v for e in edges for v in e}
    for v in order:
        if v not in vertices:
            return False
    with suppress(ValueError):
        for a, b in edges:
            if order.index(a) > order.index(b):
                return False
    return True
