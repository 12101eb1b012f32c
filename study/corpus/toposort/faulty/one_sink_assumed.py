"""Takes the sources and the target of the last edge for all vertices."""


def is_valid(edges, order):
    vertices = [a for a, _ in edges]
    if edges:
        vertices.append(edges[-1][1])
    if set(order) != set(vertices) or len(order) != len(set(vertices)):
        return False
    for i, v in enumerate(order):
        for w in order[i:]:
            if (w, v) in edges:
                return False
    return True
