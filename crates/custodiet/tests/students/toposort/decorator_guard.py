# correct
def guard(predicate):
    def wrapped(edges, order):
        try:
            return predicate(edges, order)
        except (ValueError, KeyError):
            return False
    return wrapped


@guard
def is_valid(edges, order):
    positions = {v: order.index(v) for e in edges for v in e}
    if len(positions) != len(order):
        return False
    for u, v in edges:
        if positions[u] >= positions[v]:
            return False
    return True
