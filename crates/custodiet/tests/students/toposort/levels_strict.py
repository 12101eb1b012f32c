# faulty: rejects orders that do not list level after level
def longest(edges, v):
    return max([longest(edges, a) + 1 for a, b in edges if b == v], default=0)


def is_valid(edges, order):
    verts = set(v for e in edges for v in e)
    if verts != set(order) or len(verts) != len(order):
        return False
    levels = [longest(edges, v) for v in order]
    return levels == sorted(levels)
