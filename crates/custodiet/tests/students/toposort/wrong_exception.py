# faulty: raises ValueError on missing vertices
def is_valid(edges, order):
    if len(order) != len(set(order)):
        return False
    vertices = set(v for e in edges for v in e)
    if not set(order).issubset(vertices):
        return False
    try:
        for a, b in edges:
            if order.index(a) > order.index(b):
                return False
    except KeyError:
        return False
    return True
