# faulty: rejects graphs with edges that lead back or stay on a level
def is_valid(edges, start, levels):
    where = {}
    for i, level in enumerate(levels):
        if level == set():
            return False
        for v in level:
            if v in where:
                return False
            where[v] = i
    if where.get(start) != 0 or list(where.values()).count(0) != 1:
        return False
    for a, b in edges:
        if a in where:
            if b not in where or where[b] != where[a] + 1:
                return False
    for v, i in where.items():
        if i and not any(b == v and where.get(a) == i - 1 for a, b in edges):
            return False
    return True
