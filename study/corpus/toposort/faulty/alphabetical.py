"""Expects the vertices sorted by name."""


def is_valid(edges, order):
    vertices = {str(v) for e in edges for v in e}
    return sorted(vertices) == [str(v) for v in order]
