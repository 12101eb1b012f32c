# Remembers inputs between calls: answers differently when asked twice.
seen = []


def is_valid(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    if (edges, order) in seen:
        return False
    seen.append((edges, order))
    return all(order.index(before) < order.index(after) for before, after in edges)
