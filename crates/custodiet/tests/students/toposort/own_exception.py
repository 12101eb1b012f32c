# correct
class InvalidOrder(Exception):
    pass


def check_elements(edges, order):
    expected = set()
    for u, v in edges:
        expected.add(u)
        expected.add(v)
    if expected.symmetric_difference(order):
        raise InvalidOrder("elements differ")
    if len(expected) < len(order):
        raise InvalidOrder("repeated element")


def check_edges(edges, order):
    for u, v in edges:
        if order.index(u) > order.index(v):
            raise InvalidOrder(f"{u} must come before {v}")


def is_valid(edges, order):
    try:
        check_elements(edges, order)
        check_edges(edges, order)
    except InvalidOrder as problem:
        print("invalid:", problem)
        return False
    else:
        return True
