# correct
def vertices(edges):
    if not edges:
        return set()
    (u, v), *rest = edges
    return {u, v} | vertices(rest)


def no_edge_into(v, edges):
    return not edges or (edges[0][1] != v and no_edge_into(v, edges[1:]))


def check(verts, edges, order):
    if order == []:
        return verts == set()
    first = order[0]
    if first not in verts or not no_edge_into(first, edges):
        return False
    remaining = [e for e in edges if e[0] != first]
    return check(verts - {first}, remaining, order[1:])


def is_valid(edges, order):
    return check(vertices(edges), edges, order)
