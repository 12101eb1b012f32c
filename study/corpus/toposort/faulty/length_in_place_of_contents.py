"""Compares the number of vertices in place of the vertices, and skips edges with missing ends."""


def is_valid(edges, order):
    vertices = set()
    for edge in edges:
        vertices.update(edge)
    if len(order) != len(vertices):
        return False
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[j], order[i]) in edges:
                return False
    return True
