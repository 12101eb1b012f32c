"""Takes only whole numbers for vertices."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if not all(isinstance(v, int) for v in order):
        return False
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    return all(order.index(a) < order.index(b) for a, b in edges)
