# faulty: accepts extra vertices
from collections import namedtuple

Edge = namedtuple("Edge", "start end")


def is_valid(edges, order):
    edges = [Edge(*e) for e in edges]
    if len(order) != len(set(order)):
        return False
    where = {v: k for k, v in enumerate(order)}
    for e in edges:
        if e.start not in where or e.end not in where:
            return False
        if where[e.start] > where[e.end]:
            return False
    return True
