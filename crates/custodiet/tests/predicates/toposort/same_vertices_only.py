def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    return len(order) == len(vertices) and set(order) == vertices
