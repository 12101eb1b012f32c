"""Looks up places before it knows that all vertices are listed (KeyError)."""


def is_valid(edges, order):
    position = {}
    for i, v in enumerate(order):
        if v in position:
            return False
        position[v] = i
    for a, b in edges:
        if position[a] > position[b]:
            return False
    return set(position) == {v for e in edges for v in e}
