"""Remembers only one predecessor of each vertex."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    parent = {}
    for a, b in edges:
        if b not in parent:
            parent[b] = a
    done = []
    for v in order:
        if v in parent and parent[v] not in done:
            return False
        done.append(v)
    return True
