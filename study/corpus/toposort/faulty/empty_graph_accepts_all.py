"""Accepts any order of the graph without edges."""


def is_valid(edges, order):
    if edges == []:
        return True
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    while order:
        v, order = order[0], order[1:]
        for w in order:
            if (w, v) in edges:
                return False
    return True
