# faulty: returns an integer instead of a Boolean
def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices):
        return 0
    if vertices - set(order):
        return 0
    wrong = sum(order.index(u) > order.index(v) for u, v in edges)
    return 1 if wrong == 0 else 0
