def is_valid(edges, order):
    for a, b in edges:
        if a in order and b in order:
            last_a = len(order) - 1 - order[::-1].index(a)
            if last_a > order.index(b):
                return False
    return True
