def is_valid(edges, order):
    waiting = {}
    for a, b in edges:
        waiting.setdefault(a, 0)
        waiting[b] = waiting.get(b, 0) + 1
    for v in order:
        if waiting[v] > 0:
            return False
        for a, b in edges:
            if a == v:
                waiting[b] -= 1
    return sorted(order) == sorted(waiting)
