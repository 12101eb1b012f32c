"""Compares lists with is, which is never true of a new list."""


def is_valid(edges, order):
    vertices = []
    for edge in edges:
        for v in edge:
            if v not in vertices:
                vertices.append(v)
    if [v for v in order if v in vertices] is not order:
        return False
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
    return len(order) == len(vertices)
