"""Only asks whether the first vertex comes again."""


def is_valid(edges, order):
    if set(order) != {v for e in edges for v in e}:
        return False
    if order and order[0] in order[1:]:
        return False
    return all(order.index(a) < order.index(b) for a, b in edges)
