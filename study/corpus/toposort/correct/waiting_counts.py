"""Counts by hand what each vertex still waits for."""


def is_valid(edges, order):
    waiting = {}
    for source, target in edges:
        if source not in waiting:
            waiting[source] = 0
        if target not in waiting:
            waiting[target] = 0
        waiting[target] += 1

    listed = {}
    for vertex in order:
        if vertex not in waiting:
            return False
        if vertex in listed:
            return False
        if waiting[vertex] != 0:
            return False
        listed[vertex] = True
        for source, target in edges:
            if source == vertex:
                waiting[target] -= 1

    return len(listed) == len(waiting)
