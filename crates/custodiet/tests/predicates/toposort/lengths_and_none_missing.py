def is_valid(edges, order):
    if len(order) != len({v for e in edges for v in e}):
        return False
    for (a, b) in edges:
        if a not in order or b not in order:
            return False
        if order.index(a) > order.index(b):
            return False
    return True
