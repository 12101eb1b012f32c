"""Demands an edge from each vertex of the order to the next one."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if sorted(map(str, order)) != sorted(map(str, vertices)):
        return False
    return all((a, b) in edges for a, b in zip(order, order[1:]))
