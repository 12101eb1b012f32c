def is_valid(edges, order):
    for a, b in edges:
        if order.index(a) > order.index(b):
            return False
    return True
