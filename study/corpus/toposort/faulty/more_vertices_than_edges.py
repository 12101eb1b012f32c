"""Takes the graph for a tree, with one vertex more than edges."""


def is_valid(edges, order):
    if len(order) != len(edges) + 1:
        return False
    if len(set(order)) != len(order):
        return False
    for a, b in edges:
        if a not in order or b not in order or order.index(a) > order.index(b):
            return False
    return True
