"""Relies on the edges being given in the order in which their sources are listed."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    place = 0
    for a, b in edges:
        if order.index(a) < place:
            return False
        place = order.index(a)
        if order.index(b) <= place:
            return False
    return True
