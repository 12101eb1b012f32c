"""Stops at the first vertex that has no successors, so what follows is not checked."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for i in range(len(order)):
        targets = [b for a, b in edges if a == order[i]]
        if not targets:
            break
        for b in targets:
            if order.index(b) < i:
                return False
    return True
