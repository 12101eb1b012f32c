"""Accepts every order of fewer than two vertices."""


def is_valid(edges, order):
    if len(order) <= 1:
        return True
    vertices = {v for e in edges for v in e}
    if any(order.count(v) != 1 for v in vertices) or len(order) != len(vertices):
        return False
    return not any((order[j], order[i]) in edges for j in range(len(order)) for i in range(j))
