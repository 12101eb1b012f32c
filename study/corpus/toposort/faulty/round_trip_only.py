"""Takes a repeat only for an order that ends where it began."""


def is_valid(edges, order):
    if len(order) > 1 and order[0] == order[-1]:
        return False
    vertices = {v for e in edges for v in e}
    if not all(v in vertices for v in order):
        return False
    if not all(v in order for v in vertices):
        return False
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
    return True
