# faulty: accepts replaced vertices, compares only the number
def is_valid(edges, order):
    count = len(set(x for edge in edges for x in edge))
    if count != len(order):
        return False
    for u, v in edges:
        if u in order and v in order:
            if order.index(u) > order.index(v):
                return False
    return True
