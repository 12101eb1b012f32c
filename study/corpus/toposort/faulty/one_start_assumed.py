"""Rejects graphs that have more than one start."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    starts = [v for v in vertices if v not in [b for _, b in edges]]
    if len(starts) > 1:
        return False
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    place = {v: i for i, v in enumerate(order)}
    return all(place[a] < place[b] for a, b in edges)
