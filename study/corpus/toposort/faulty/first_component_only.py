"""Checks only the edges that can be reached from the first vertex."""


def forward_from(vertex, edges, order):
    for a, b in edges:
        if a == vertex:
            if order.index(b) < order.index(a):
                return False
            if not forward_from(b, edges, order):
                return False
    return True


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    if not order:
        return True
    return forward_from(order[0], edges, order)
