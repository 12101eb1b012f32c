# Too strict: wants an edge between each vertex and the next.
def is_valid(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    if sorted(map(str, order)) != sorted(map(str, vertices)):
        return False
    return all(pair in edges for pair in zip(order, order[1:]))
