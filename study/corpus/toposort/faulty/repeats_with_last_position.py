"""Accepts an order that repeats a vertex, and judges it by its last place."""


def is_valid(edges, order):
    position = {vertex: i for i, vertex in enumerate(order)}
    vertices = {vertex for edge in edges for vertex in edge}
    if set(position) != vertices:
        return False
    return all(position[a] < position[b] for a, b in edges)
