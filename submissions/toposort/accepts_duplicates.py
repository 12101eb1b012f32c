# Too lax: compares sets of vertices, so that a vertex may come twice.
def is_valid(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    if set(order) != vertices:
        return False
    return all(order.index(before) < order.index(after) for before, after in edges)
