"""Only demands that some successor comes after a vertex."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    successors = {}
    for a, b in edges:
        successors.setdefault(a, []).append(b)
    for i, v in enumerate(order):
        if v in successors and not any(b in order[i:] for b in successors[v]):
            return False
    return True
