def check(edges, order, left):
    if not order:
        return not left
    first = order[0]
    if first not in left or any(b == first for a, b in edges):
        return False
    return check([e for e in edges if e[0] != first], order[1:], left - {first})


def is_valid(edges, order):
    return check(edges, order, {v for e in edges for v in e})
