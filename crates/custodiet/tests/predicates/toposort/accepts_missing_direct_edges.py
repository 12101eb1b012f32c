def is_valid(edges, order):
    names = {v for e in edges for v in e}
    if len(order) != len(set(order)):
        return False
    if any(v not in names for v in order):
        return False
    for a, b in edges:
        if a in order and b in order:
            if order.index(a) > order.index(b):
                return False
    return True
