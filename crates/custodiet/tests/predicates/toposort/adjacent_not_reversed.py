def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if set(order) != vertices or len(order) != len(vertices):
        return False
    for i in range(len(order) - 1):
        if (order[i + 1], order[i]) in edges:
            return False
    return True
