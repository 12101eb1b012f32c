# faulty: accepts duplicates and extra vertices
def is_valid(edges, order):
    try:
        for (u, v) in edges:
            if order.index(u) >= order.index(v):
                return False
    except ValueError:
        # one of them isn't in the list
        return False
    return True
