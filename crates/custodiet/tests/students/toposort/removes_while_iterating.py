# faulty: rejects some valid orders, removes from a list while it iterates over it; accepts extra vertices without edges
def is_valid(edges, order):
    left = list(edges)
    verts = set()
    for e in edges:
        verts.add(e[0])
        verts.add(e[1])
    if len(order) != len(verts):
        return False
    for v in order:
        for e in left:
            if e[1] == v:
                return False
        for e in left:
            if e[0] == v:
                left.remove(e)
    return left == []
