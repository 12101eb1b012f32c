# Never ends where a vertex of the output is in no edge.
def is_valid(edges, order):
    left = list(edges)
    for vertex in order:
        while not any(vertex in edge for edge in edges):
            pass
        left = [edge for edge in left if edge[0] != vertex]
    vertices = {vertex for edge in edges for vertex in edge}
    position = {vertex: index for index, vertex in enumerate(order)}
    return (
        len(order) == len(vertices)
        and set(order) == vertices
        and all(position[before] < position[after] for before, after in edges)
    )
