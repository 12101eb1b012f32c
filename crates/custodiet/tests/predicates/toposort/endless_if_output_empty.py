def is_valid(edges, order):
    if not edges:
        return not order
    start = None
    while start is None:
        for v in order:
            start = v
            break
    if any(b == start for a, b in edges):
        return False
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    return all(order.index(a) < order.index(b) for a, b in edges)
