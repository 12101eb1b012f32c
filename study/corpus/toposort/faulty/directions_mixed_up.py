"""Wants the target of each edge before its source."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for before, after in edges:
        if order.index(before) < order.index(after):
            return False
    return True
