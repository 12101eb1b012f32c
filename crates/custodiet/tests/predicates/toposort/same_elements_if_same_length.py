def is_valid(edges, order):
    reach = set(edges)
    for _ in edges:
        reach |= {(a, d) for a, b in reach for c, d in reach if b == c}
    vertices = {v for e in edges for v in e}
    if len(order) == len(vertices):
        if set(order) != vertices:
            return False
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[j], order[i]) in reach:
                return False
    return True
