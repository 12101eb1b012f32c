# correct
from functools import partial
from operator import contains, ne


def vertices_of(edges):
    out = set()
    for e in edges:
        out = out.union(e)
    return out


def is_valid(edges, order):
    vs = vertices_of(edges)
    known = partial(contains, vs)
    listed = partial(contains, order)
    if ne(len(vs), len(order)) or not all(map(known, order)) or not all(map(listed, vs)):
        return False
    backward = [(u, v) for u, v in edges if v in order[:order.index(u)]]
    return not backward
