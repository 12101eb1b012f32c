# faulty: accepts orders that break an edge after the first one; returns None on the empty graph
def is_valid(edges, order):
    verts = {v for e in edges for v in e}
    if set(order) != verts or len(order) != len(verts):
        return False
    for u, v in edges:
        if order.index(u) < order.index(v):
            return True
        else:
            return False
