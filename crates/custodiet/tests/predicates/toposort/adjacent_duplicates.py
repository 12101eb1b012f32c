def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if set(order) != vertices:
        return False
    for i in range(len(order) - 1):
        if order[i] == order[i + 1]:
            return False
    return True
