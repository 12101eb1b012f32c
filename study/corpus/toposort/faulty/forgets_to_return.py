"""Returns nothing when all edges were fine."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    if len(order) == 0:
        return True
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
