# faulty: accepts missing vertices and duplicates
def is_valid(edges, order):
    vertices = set()
    for (u, v) in edges:
        vertices.add(u)
        vertices.add(v)
    for v in order:
        if v not in vertices:
            return False
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[j], order[i]) in edges:
                return False
    return True
