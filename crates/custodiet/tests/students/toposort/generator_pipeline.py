# faulty: accepts missing vertices and duplicates
def violations(edges, order):
    for i, later in enumerate(order):
        for earlier in order[:i]:
            if (later, earlier) in edges:
                yield (later, earlier)


def strangers(edges, order):
    known = set(v for e in edges for v in e)
    yield from (v for v in order if v not in known)


def is_valid(edges, order):
    if next(violations(edges, order), None) is not None:
        return False
    return next(strangers(edges, order), None) is None
