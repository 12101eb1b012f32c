"""Compares neighbouring vertices of the order only, so an edge back over two places is missed."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for i in range(len(order) - 1):
        if (order[i + 1], order[i]) in edges:
            return False
    return True
