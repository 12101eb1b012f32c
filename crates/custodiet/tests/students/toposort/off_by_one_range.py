# faulty: accepts orders whose first vertex is out of place
def is_valid(edges, order):
    verts = set()
    for a, b in edges:
        verts.add(a); verts.add(b)
    if len(order) != len(verts): return False
    for v in verts:
        if order.count(v) != 1: return False
    for i in range(1, len(order)):
        for j in range(i + 1, len(order)):
            if (order[j], order[i]) in edges:
                return False
    return True
