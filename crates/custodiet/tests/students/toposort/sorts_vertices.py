# faulty: rejects everything but ascending vertices; accepts ascending ones out of order
def is_valid(edges, order):
    verts = []
    for (u, v) in edges:
        if u not in verts:
            verts.append(u)
        if v not in verts:
            verts.append(v)
    return order == sorted(verts)
