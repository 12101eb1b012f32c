"""Recursion over the order, with helper functions."""


def contains(lst, x):
    if lst == []:
        return False
    return lst[0] == x or contains(lst[1:], x)


def ends(edges):
    if edges == []:
        return []
    source, target = edges[0]
    return [source, target] + ends(edges[1:])


def all_in(xs, ys):
    if xs == []:
        return True
    return contains(ys, xs[0]) and all_in(xs[1:], ys)


def leads_back(later, vertex, edges):
    """Does an edge go from one of the later vertices to this one?"""
    if later == []:
        return False
    return contains(edges, (later[0], vertex)) or leads_back(later[1:], vertex, edges)


def in_order(edges, order):
    if order == []:
        return True
    first, rest = order[0], order[1:]
    return not contains(rest, first) and not leads_back(rest, first, edges) and in_order(edges, rest)


def is_valid(edges, order):
    vertices = ends(edges)
    return all_in(vertices, order) and all_in(order, vertices) and in_order(edges, order)
