"""Lets a start be missing if every vertex after it has another predecessor that is listed."""


def is_valid(edges, order):
    if len(order) != len(set(order)):
        return False
    for v in order:
        if not any(v in edge for edge in edges):
            return False
    for a, b in edges:
        if b not in order:
            return False
        i = order.index(b)
        if a in order[i:]:
            return False
        if not any(c in order[:i] for c, d in edges if d == b):
            return False
    return True
