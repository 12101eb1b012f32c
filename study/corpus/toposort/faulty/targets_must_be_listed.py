"""Only demands that the targets are listed, so a start vertex may be missing."""


def is_valid(edges, order):
    for vertex in order:
        if order.count(vertex) > 1:
            return False
        if vertex not in [v for edge in edges for v in edge]:
            return False
    for a, b in edges:
        if b not in order:
            return False
        if a in order[order.index(b):]:
            return False
    return True
