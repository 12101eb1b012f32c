# Right, but calls its predicate otherwise: run with --alias valid_order.
def valid_order(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    return all(order.index(before) < order.index(after) for before, after in edges)
