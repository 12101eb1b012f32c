"""Counts forward pairs, so a repeated predecessor can make up for a missing one."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices):
        return False
    forward = 0
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[i], order[j]) in edges:
                forward += 1
    return forward == len(edges)
