"""Takes the first vertex of an order that may be empty (IndexError)."""


def is_valid(edges, order):
    targets = [b for _, b in edges]
    if order[0] in targets:
        return False
    vertices = {a for a, _ in edges} | set(targets)
    if set(order) != vertices or len(order) != len(vertices):
        return False
    place = {v: i for i, v in enumerate(order)}
    return all(place[a] < place[b] for a, b in edges)
