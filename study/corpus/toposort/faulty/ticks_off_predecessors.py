"""Demands each predecessor once before a vertex, but lets the last ones repeat or be missing."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    for i, vertex in enumerate(order):
        if vertex not in vertices:
            return False
        for a, b in edges:
            if b == vertex and order[:i].count(a) != 1:
                return False
    return True
