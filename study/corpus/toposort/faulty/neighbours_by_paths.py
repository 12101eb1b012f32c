"""Follows paths, but only between neighbours of the order, as if all vertices could be compared."""


def path(edges, start, end):
    for a, b in edges:
        if a == start and (b == end or path(edges, b, end)):
            return True
    return False


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for i in range(1, len(order)):
        if path(edges, order[i], order[i - 1]):
            return False
    return True
