# faulty: rejects orders where some earlier vertex has no edge to a later one
def is_valid(edges, order):
    verts = set()
    for e in edges:
        verts.update(e)
    if verts != set(order) or len(order) != len(verts):
        return False
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[i], order[j]) not in edges:
                return False
    return True
