# Right: positions in a dictionary, every edge checked.
def is_valid(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    position = {vertex: index for index, vertex in enumerate(order)}
    return all(position[before] < position[after] for before, after in edges)
