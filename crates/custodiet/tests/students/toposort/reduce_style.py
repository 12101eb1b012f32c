# correct
from functools import reduce


def is_valid(edges, order):
    vertices = reduce(lambda acc, edge: acc | set(edge), edges, set())

    def step(state, vertex):
        ok, placed = state
        parents = set(map(lambda e: e[0], filter(lambda e: e[1] == vertex, edges)))
        return (ok and vertex in vertices and vertex not in placed and parents.issubset(placed), placed | {vertex})

    ok, placed = reduce(step, order, (True, set()))
    return ok and placed == vertices
