# correct
from contextlib import contextmanager, suppress


@contextmanager
def collecting(errors):
    try:
        yield
    except (LookupError, ValueError) as e:
        errors.append(str(e))


def require(condition, message):
    if not condition:
        raise ValueError(message)


def is_valid(edges, order):
    errors = []
    vertices = {v for e in edges for v in e}
    with collecting(errors):
        require(set(order) == vertices, "not the same vertices")
    with collecting(errors):
        require(len(order) == len(vertices), "not the same number")
    with collecting(errors):
        for a, b in edges:
            require(order.index(a) < order.index(b), "%s after %s" % (a, b))
    return len(errors) == 0
