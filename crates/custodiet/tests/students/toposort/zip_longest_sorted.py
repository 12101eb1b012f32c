# correct
from itertools import zip_longest


def is_valid(edges, order):
    vertices = sorted({v for e in edges for v in e})
    if any(a != b for a, b in zip_longest(vertices, sorted(order, key=str) if vertices and isinstance(vertices[0], str) else sorted(order))):
        return False
    later = set(order)
    for v in order:
        later.discard(v)
        if not {b for a, b in edges if a == v} <= later:
            return False
    return True
