"""Demands that the target of an edge comes directly after its source."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    position = {v: i for i, v in enumerate(order)}
    for a, b in edges:
        if position[b] - position[a] != 1:
            return False
    return True
