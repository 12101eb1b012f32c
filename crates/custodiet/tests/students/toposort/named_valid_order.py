# broken: the predicate has another name
def valid_topological_order(edges, order):
    verts = {v for e in edges for v in e}
    return verts == set(order) and len(verts) == len(order) and all(order.index(a) < order.index(b) for a, b in edges)
