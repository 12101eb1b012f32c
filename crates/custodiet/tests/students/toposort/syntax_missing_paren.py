# broken: syntax error
def is_valid(edges, order):
    verts = set(v for e in edges for v in e
    for u, v in edges:
        if order.index(u) > order.index(v):
            return False
    return len(verts) == len(order)
