"""Demands that every vertex but the first has a predecessor in front of it."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for i in range(1, len(order)):
        before = order[:i]
        if not any((v, order[i]) in edges for v in before):
            return False
        if any((order[i], v) in edges for v in before):
            return False
    return True
