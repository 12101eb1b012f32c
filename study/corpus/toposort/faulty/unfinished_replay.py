"""Replays the algorithm, but does not ask whether all vertices were taken."""


def is_valid(edges, order):
    left = list(edges)
    vertices = {v for e in edges for v in e}
    for vertex in order:
        if vertex not in vertices:
            return False
        for a, b in left:
            if b == vertex:
                return False
        left = [e for e in left if e[0] != vertex]
        vertices.discard(vertex)
    return True
