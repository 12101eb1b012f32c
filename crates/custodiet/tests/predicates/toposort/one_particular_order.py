def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    for a, b in edges:
        if a >= b:
            return False
    return order == sorted(vertices)
