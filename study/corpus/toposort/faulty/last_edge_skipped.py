"""Leaves out the last edge (off by one)."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for i in range(len(edges) - 1):
        if order.index(edges[i][0]) > order.index(edges[i][1]):
            return False
    return True
