"""Rejects wrong contents only if a vertex is repeated too."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(set(order)) and set(order) != vertices:
        return False
    for a, b in edges:
        if a in order and b in order:
            if order.index(a) > order.index(b):
                return False
    return True
