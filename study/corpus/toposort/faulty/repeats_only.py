"""Only checks that nothing is repeated."""


def is_valid(edges, order):
    seen = []
    for vertex in order:
        if vertex in seen:
            return False
        seen.append(vertex)
    return True
