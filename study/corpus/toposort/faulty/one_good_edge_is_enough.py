"""Uses any in place of all: one edge that points forward is enough."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    if not edges:
        return True
    return any(order.index(a) < order.index(b) for a, b in edges)
