# faulty: returns a list instead of a Boolean
def is_valid(edges, order):
    vs = {v for e in edges for v in e}
    bad = [(u, v) for (u, v) in edges if u in order and v in order and order.index(u) > order.index(v)]
    return len(order) == len(vs) and set(order) == vs and bad or [1]
