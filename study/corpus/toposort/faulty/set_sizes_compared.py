"""Compares the sizes of two sets, so a repeat goes unnoticed."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(set(order)) != len(vertices):
        return False
    try:
        return all(order.index(a) < order.index(b) for a, b in edges)
    except ValueError:
        return False
