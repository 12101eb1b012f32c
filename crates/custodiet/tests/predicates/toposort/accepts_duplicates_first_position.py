def is_valid(edges, order):
    vertices = set()
    for a, b in edges:
        vertices.update([a, b])
    if vertices != set(order):
        return False
    return all(order.index(a) < order.index(b) for a, b in edges)
