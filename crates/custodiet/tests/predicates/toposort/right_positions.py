def is_valid(edges, order):
    position = {}
    for i, v in enumerate(order):
        if v in position:
            return False
        position[v] = i
    vertices = set()
    for a, b in edges:
        vertices.add(a)
        vertices.add(b)
    if set(position) != vertices:
        return False
    for a, b in edges:
        if position[a] > position[b]:
            return False
    return True
