def is_valid(edges, order):
    if not edges or not order:
        return False
    position = {v: i for i, v in enumerate(order)}
    if len(position) != len(order):
        return False
    if position.keys() != {v for e in edges for v in e}:
        return False
    return all(position[a] < position[b] for a, b in edges)
