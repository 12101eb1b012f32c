def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if set(order) != vertices:
        return False
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[j], order[i]) in edges:
                return False
    return True
