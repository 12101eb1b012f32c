def is_valid(edges, order):
    n = len(order)
    vertices = {v for e in edges for v in e}
    if set(order) != set(range(1, n + 1)) or vertices != set(order):
        return False
    position = [0] * (n + 1)
    for i in range(n):
        position[order[i]] = i
    for a, b in edges:
        if position[a] >= position[b]:
            return False
    return True
