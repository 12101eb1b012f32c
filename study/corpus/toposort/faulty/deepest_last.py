"""Demands that vertices are listed by the length of the longest path to them."""


def depth(vertex, edges):
    return max((1 + depth(a, edges) for a, b in edges if b == vertex), default=0)


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    depths = [depth(v, edges) for v in order]
    return depths == sorted(depths)
