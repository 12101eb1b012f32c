"""Only demands that some predecessor comes before a vertex."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    seen = set()
    for v in order:
        parents = {a for a, b in edges if b == v}
        if parents and not parents & seen:
            return False
        seen.add(v)
    return True
