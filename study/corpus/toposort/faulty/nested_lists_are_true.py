"""Asks whether lists of answers are true, so strangers pass as soon as there is an edge."""


def is_valid(edges, order):
    once = all(order.count(v) == 1 for e in edges for v in e)
    known = all([v in e for e in edges] for v in order)
    repeated = any(order.count(v) > 1 for v in order)
    if repeated or not (once and known):
        return False
    return all(order.index(a) < order.index(b) for a, b in edges)
