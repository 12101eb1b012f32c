"""One small function for each property, joined by and."""

from collections import Counter


def vertices_of(edges):
    return {source for source, _ in edges} | {target for _, target in edges}


def has_no_strangers(edges, order):
    return set(order).issubset(vertices_of(edges))


def has_all_vertices(edges, order):
    return vertices_of(edges).issubset(set(order))


def has_no_duplicates(order):
    counts = Counter(order)
    return all(count == 1 for count in counts.values())


def respects_edges(edges, order):
    for source, target in edges:
        if order.index(source) > order.index(target):
            return False
    return True


def is_valid(edges, order):
    return (
        has_no_strangers(edges, order)
        and has_all_vertices(edges, order)
        and has_no_duplicates(order)
        and respects_edges(edges, order)
    )
