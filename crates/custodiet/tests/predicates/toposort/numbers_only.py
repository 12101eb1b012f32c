def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    place = [None] * 100
    for i, v in enumerate(order):
        place[v] = i
    for a, b in edges:
        if place[a] > place[b]:
            return False
    return True
