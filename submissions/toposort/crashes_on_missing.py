# Raises ValueError where a vertex of an edge is missing in the output.
def is_valid(edges, order):
    if len(set(order)) != len(order):
        return False
    if not set(order) <= {vertex for edge in edges for vertex in edge}:
        return False
    return all(order.index(before) < order.index(after) for before, after in edges)
