# faulty: accepts extra vertices; raises IndexError on an order that is too short
def is_valid(edges, order):
    verts = []
    for e in edges:
        for v in e:
            if v not in verts:
                verts.append(v)
    indeg = [0] * len(verts)
    for a, b in edges:
        indeg[verts.index(b)] += 1
    i = 0
    removed = 0
    while removed < len(verts):
        v = order[i]
        if v in verts:
            k = verts.index(v)
            if indeg[k] != 0:
                return False
            indeg[k] = -1
            for a, b in edges:
                if a == v:
                    indeg[verts.index(b)] -= 1
            removed += 1
        i += 1
    return True
