"""Checks that each vertex is listed exactly once, but not the order."""


def is_valid(edges, order):
    vertices = []
    for a, b in edges:
        if a not in vertices:
            vertices.append(a)
        if b not in vertices:
            vertices.append(b)
    for vertex in order:
        if vertex not in vertices:
            return False
        vertices.remove(vertex)
    return vertices == []
