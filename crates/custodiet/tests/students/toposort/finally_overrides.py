# faulty: accepts everything, the finally clause returns
def is_valid(edges, order):
    result = True
    try:
        vs = {v for e in edges for v in e}
        if set(order) != vs or len(order) != len(vs):
            return False
        for a, b in edges:
            if order.index(a) > order.index(b):
                return False
    finally:
        return result
