"""Compares with the order that depth-first search gives."""


def visit(vertex, edges, done):
    if vertex in done:
        return
    for a, b in edges:
        if a == vertex:
            visit(b, edges, done)
    done.append(vertex)


def is_valid(edges, order):
    done = []
    for a, _ in edges:
        visit(a, edges, done)
    done.reverse()
    return done == order
