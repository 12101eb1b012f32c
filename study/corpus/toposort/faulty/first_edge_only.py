"""Returns inside the loop, so only the first edge is looked at."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for a, b in edges:
        if order.index(a) < order.index(b):
            return True
        else:
            return False
    return True
