# faulty: rejects orders where two neighbors are not related
def is_valid(edges, order):
    vs = {x for e in edges for x in e}
    if len(order) != len(vs) or vs != set(order):
        return False

    def path(a, b):
        return a == b or any(path(v, b) for u, v in edges if u == a)

    return all(path(a, b) for a, b in zip(order, order[1:]))
