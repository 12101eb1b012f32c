def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(set(order)) != len(order) or not set(order) <= vertices:
        return False
    todo = list(edges)
    done = []
    i = 0
    while len(done) < len(vertices):
        if i < len(order):
            v = order[i]
            if any(b == v for a, b in todo):
                return False
            todo = [e for e in todo if e[0] != v]
            done.append(v)
            i += 1
    return True
