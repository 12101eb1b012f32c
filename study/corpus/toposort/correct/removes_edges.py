"""Plays the algorithm on copies: take a vertex, remove it and its edges."""


def is_valid(dag, output):
    vertices = set()
    for a, b in dag:
        vertices.add(a)
        vertices.add(b)
    remaining_edges = list(dag)
    remaining_vertices = set(vertices)

    for vertex in output:
        if vertex not in remaining_vertices:
            return False
        candidates = remaining_vertices - {b for _, b in remaining_edges}
        if vertex not in candidates:
            return False
        remaining_vertices.remove(vertex)
        remaining_edges = [(a, b) for a, b in remaining_edges if a != vertex]

    return remaining_vertices == set() and remaining_edges == []
