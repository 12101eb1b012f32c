# faulty: raises IndexError on an empty output
def is_valid(edges, order):
    # the first vertex can't have incoming edges
    first = order[0]
    for u, v in edges:
        if v == first:
            return False

    verts = []
    for u, v in edges:
        verts.append(u)
        verts.append(v)
    if set(verts) != set(order):
        return False
    if len(set(verts)) != len(order):
        return False

    for u, v in edges:
        if order.index(u) > order.index(v):
            return False
    return True
