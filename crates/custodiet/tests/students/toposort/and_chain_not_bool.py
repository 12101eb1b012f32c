# faulty: returns an empty list or set in place of False
def is_valid(edges, order):
    vs = set(v for e in edges for v in e)
    if not vs:
        return order == []
    return order and len(order) == len(vs) and not (vs - set(order)) and all(
        order.index(a) < order.index(b) for a, b in edges)
