# correct
def check_order(edges, order, *, allow_missing=False, allow_extra=False, allow_repeats=False):
    vertices = {v for e in edges for v in e}
    if not allow_missing and vertices - set(order):
        return False
    if not allow_extra and set(order) - vertices:
        return False
    if not allow_repeats and len(order) > len(set(order)):
        return False
    return all(order.index(a) < order.index(b) for a, b in edges if a in order and b in order)


OPTIONS = {"allow_missing": False, "allow_extra": False}


def is_valid(edges, order):
    return check_order(edges, order, **OPTIONS)
