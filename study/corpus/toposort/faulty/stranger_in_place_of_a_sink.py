"""Lets a stranger take the place of a vertex without successors, since the length is still right."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices):
        return False
    if len(set(order)) != len(order):
        return False
    for a, b in edges:
        if a not in order:
            return False
        if b in order and order.index(b) < order.index(a):
            return False
    return True
