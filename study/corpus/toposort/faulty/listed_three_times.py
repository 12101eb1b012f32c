"""Switches each vertex on and off, so what is listed three times, or a stranger listed twice, passes."""


def is_valid(edges, order):
    lit = set()
    for v in order:
        if v in lit:
            lit.remove(v)
        else:
            lit.add(v)
    if lit != {v for e in edges for v in e}:
        return False
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
    return True
