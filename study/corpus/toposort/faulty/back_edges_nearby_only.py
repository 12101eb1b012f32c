"""Sees an edge back over one or two places, but not over three."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for a, b in zip(order, order[1:]):
        if (b, a) in edges:
            return False
    for a, b in zip(order, order[2:]):
        if (b, a) in edges:
            return False
    return True
