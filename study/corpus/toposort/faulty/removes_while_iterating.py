"""Removes from the list that it walks over, so it skips edges."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    left = edges[:]
    for vertex in order:
        for edge in left:
            if edge[1] == vertex:
                return False
        for edge in left:
            if edge[0] == vertex:
                left.remove(edge)
    return True
