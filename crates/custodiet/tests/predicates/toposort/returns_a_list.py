def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if set(order) != vertices or len(order) != len(vertices):
        return False
    wrong = [(a, b) for a, b in edges if order.index(a) > order.index(b)]
    if wrong:
        return wrong
    return True
