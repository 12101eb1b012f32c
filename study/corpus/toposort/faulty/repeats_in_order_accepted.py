"""Accepts repeats as long as all copies of a source come before all copies of a target."""


def is_valid(edges, order):
    if {v for e in edges for v in e} != set(order):
        return False
    for a, b in edges:
        for i in range(len(order)):
            for j in range(i):
                if order[i] == a and order[j] == b:
                    return False
    return True
