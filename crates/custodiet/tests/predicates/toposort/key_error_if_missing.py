def is_valid(edges, order):
    index = {}
    for i, v in enumerate(order):
        if v in index:
            return False
        index[v] = i
    vertices = [v for e in edges for v in e]
    if any(v not in vertices for v in order):
        return False
    return all(index[a] < index[b] for a, b in edges)
