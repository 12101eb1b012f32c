def is_valid(edges, order):
    pos = {v: i for i, v in enumerate(order)}
    if set(pos) != {v for e in edges for v in e}:
        return False
    for before, after in edges:
        if pos[before] >= pos[after]:
            return False
    return True
