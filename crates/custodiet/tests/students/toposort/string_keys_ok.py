# correct
def key(u, v):
    return f"{u!r}->{v!r}"


def is_valid(edges, order):
    names = []
    for u, v in edges:
        for x in (u, v):
            if repr(x) not in names:
                names.append(repr(x))
    if sorted(names) != sorted(repr(x) for x in order):
        return False
    forbidden = {key(v, u) for u, v in edges}
    for i, u in enumerate(order):
        for v in order[i + 1:]:
            if key(u, v) in forbidden:
                return False
    return True
