"""Asks whether a generator is true, which it always is."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    same = len(order) == len(vertices) and set(order) == vertices
    if same and (order.index(a) < order.index(b) for a, b in edges):
        return True
    return False
