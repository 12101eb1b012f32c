"""Checks length and one direction of containment, so a repeat can make up for a missing vertex."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices):
        return False
    if not set(order).issubset(vertices):
        return False
    for a, b in edges:
        if a in order and b in order and order.index(a) >= order.index(b):
            return False
    return True
