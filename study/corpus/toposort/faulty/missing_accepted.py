"""Accepts an order that leaves vertices out, and skips their edges."""


def no_duplicates(order):
    return sorted(map(order.index, order)) == list(range(len(order)))


def known(edges, order):
    return all(any(v in e for e in edges) for v in order)


def in_order(edges, order):
    for a, b in edges:
        if a in order and b in order and order.index(a) > order.index(b):
            return False
    return True


def is_valid(edges, order):
    return no_duplicates(order) and known(edges, order) and in_order(edges, order)
