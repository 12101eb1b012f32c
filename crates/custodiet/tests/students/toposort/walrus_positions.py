# faulty: accepts duplicates where the first occurrence is in order
def is_valid(edges, order):
    if (vs := {v for e in edges for v in e}) != set(order):
        return False
    return not any((i := order.index(a)) > (j := order.index(b)) or i == j for a, b in edges)
