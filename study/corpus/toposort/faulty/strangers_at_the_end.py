"""Only looks at as many places of the order as there are vertices, so anything may follow."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    front = order[:len(vertices)]
    if set(front) != vertices:
        return False
    for i, v in enumerate(front):
        for w in front[:i]:
            if (v, w) in edges:
                return False
    return True
