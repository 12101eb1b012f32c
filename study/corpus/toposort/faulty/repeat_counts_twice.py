"""Counts a repeated predecessor twice, and accepts the repeat."""


def is_valid(edges, order):
    needed = {}
    for a, b in edges:
        needed[a] = needed.get(a, 0)
        needed[b] = needed.get(b, 0) + 1
    for vertex in order:
        if vertex not in needed:
            return False
        if needed[vertex] > 0:
            return False
        for a, b in edges:
            if a == vertex:
                needed[b] -= 1
    return set(order) == set(needed)
