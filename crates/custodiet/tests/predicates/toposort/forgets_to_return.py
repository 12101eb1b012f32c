def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if set(order) != vertices:
        return False
    if len(order) != len(vertices):
        return False
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
