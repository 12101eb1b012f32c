# faulty: rejects valid orders; accepts reversed ones
def is_valid(edges, order):
    pos = {v: i for i, v in enumerate(order)}
    verts = set()
    for u, v in edges:
        verts.add(u)
        verts.add(v)
    if set(pos) != verts or len(pos) != len(order):
        return False
    for u, v in edges:
        # (u, v) means u depends on v
        if pos[u] < pos[v]:
            return False
    return True
