"""Adds up the places of sources and targets in place of comparing them edge by edge."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    sources = sum(order.index(a) for a, _ in edges)
    targets = sum(order.index(b) for _, b in edges)
    return sources + len(edges) <= targets
