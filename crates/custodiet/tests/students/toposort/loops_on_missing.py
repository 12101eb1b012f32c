# faulty: loops where a vertex is missing
def find(order, v):
    i = 0
    while order[i % len(order)] != v:
        i += 1
    return i


def is_valid(edges, order):
    verts = {v for e in edges for v in e}
    if len(order) != len(verts):
        return False
    for v in order:
        if order.count(v) > 1:
            return False
    for u, v in edges:
        if find(order, u) > find(order, v):
            return False
    return True
