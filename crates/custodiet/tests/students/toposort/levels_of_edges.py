# faulty: rejects correct orders whenever there is a shared predecessor, looks for one path
def is_valid(edges, order):
    if len(edges) == 0:
        return len(order) == 0
    verts = set(v for e in edges for v in e)
    if len(verts) != len(order):
        return False
    # each vertex must lead to the next one
    for i in range(len(order) - 1):
        ok = False
        for e in edges:
            if e[0] == order[i] and e[1] == order[i + 1]:
                ok = True
        if not ok:
            return False
    return True
