"""Turns the edges into a dict, which keeps only the last edge of each source."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    following = dict(edges)
    for i, v in enumerate(order):
        if v in following and following[v] in order[:i]:
            return False
    return True
