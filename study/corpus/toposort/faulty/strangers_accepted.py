"""Accepts vertices in the order that no edge mentions."""


def is_valid(edges, order):
    if len(order) != len(set(order)):
        return False
    for edge in edges:
        for vertex in edge:
            if vertex not in order:
                return False
    for (a, b) in edges:
        if order.index(a) > order.index(b):
            return False
    return True
