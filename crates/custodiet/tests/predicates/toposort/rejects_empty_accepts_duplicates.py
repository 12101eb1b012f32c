def is_valid(edges, order):
    if len(edges) == 0 or len(order) == 0:
        return False
    for a, b in edges:
        if a not in order or b not in order:
            return False
    for v in order:
        if v not in [x for e in edges for x in e]:
            return False
    return not any((order[j], order[i]) in edges for j in range(len(order)) for i in range(j))
