def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if sorted(order) != sorted(vertices):
        return False
    return all((order[i], order[i + 1]) in edges for i in range(len(order) - 1))
