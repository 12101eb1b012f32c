def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if not all(v in vertices for v in order):
        return False
    if not all(v in order for v in vertices):
        return False
    # if len(order) != len(set(order)): return False
    for i, v in enumerate(order):
        for src, dst in edges:
            if dst == v and order[:i].count(src) != 1:
                return False
    return True
