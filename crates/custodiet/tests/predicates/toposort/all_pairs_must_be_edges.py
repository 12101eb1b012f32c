def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if set(order) != vertices or len(order) != len(vertices):
        return False
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[i], order[j]) not in edges:
                return False
    return True
