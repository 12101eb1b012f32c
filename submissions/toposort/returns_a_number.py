# Returns 1 and 0 instead of True and False.
def is_valid(edges, order):
    vertices = {vertex for edge in edges for vertex in edge}
    right = len(order) == len(vertices) and set(order) == vertices
    return int(right and all(order.index(before) < order.index(after) for before, after in edges))
