"""Comprehensions with all and any."""


def is_valid(edges, order):
    vertices = [vertex for edge in edges for vertex in edge]
    nothing_new = all(vertex in vertices for vertex in order)
    nothing_lost = all(vertex in order for vertex in vertices)
    no_repeats = all(order.count(vertex) == 1 for vertex in order)
    backwards = any(
        (order[j], order[i]) in edges
        for i in range(len(order))
        for j in range(i + 1, len(order))
    )
    return nothing_new and nothing_lost and no_repeats and not backwards
