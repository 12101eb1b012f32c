# correct
def is_valid(edges, order):
    vertices = set()
    for e in edges:
        vertices.update(e)
    if len(vertices) != len(order):
        return False
    while order:
        v = order.pop(0)
        if v not in vertices:
            return False
        if v in [b for _, b in edges]:
            return False
        vertices.discard(v)
        for e in [e for e in edges if e[0] == v]:
            edges.remove(e)
    return not vertices
