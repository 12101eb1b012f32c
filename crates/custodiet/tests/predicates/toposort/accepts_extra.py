def is_valid(edges, order):
    for a, b in edges:
        if a not in order or b not in order:
            return False
        if order.index(a) > order.index(b):
            return False
    seen = []
    for v in order:
        if v in seen:
            return False
        seen.append(v)
    return True
