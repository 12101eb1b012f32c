"""Sorts by the number of incoming edges."""


def is_valid(edges, order):
    incoming = {}
    for a, b in edges:
        incoming[a] = incoming.get(a, 0)
        incoming[b] = incoming.get(b, 0) + 1
    if set(incoming) != set(order) or len(incoming) != len(order):
        return False
    return all(incoming[order[i]] <= incoming[order[i + 1]] for i in range(len(order) - 1))
