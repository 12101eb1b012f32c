def is_valid(edges, order):
    vertices = []
    for a, b in edges:
        if a not in vertices:
            vertices.append(a)
        if b not in vertices:
            vertices.append(b)
    return len(vertices) == len(order)
