# faulty: rejects the empty order of the empty graph
def is_valid(edges, order):
    if not edges or not order:
        return False
    vertices = {v for edge in edges for v in edge}
    if len(vertices) != len(order) or vertices != set(order):
        return False
    place = dict(zip(order, range(len(order))))
    return all(place[s] < place[t] for s, t in edges)
