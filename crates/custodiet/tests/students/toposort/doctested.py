# correct
"""Oracle for toposort.

>>> is_valid([("a", "b")], ["a", "b"])
True
>>> is_valid([("a", "b")], ["b", "a"])
False
>>> is_valid([], [])
True
"""
import doctest


def _vertices(edges):
    """All vertices of a graph.

    >>> sorted(_vertices([(1, 2), (2, 3)]))
    [1, 2, 3]
    """
    return {vertex for edge in edges for vertex in edge}


def is_valid(edges, order):
    """Whether `order` is a topological order of the graph."""
    if not (len(order) == len(set(order)) == len(_vertices(edges))):
        return False
    if not _vertices(edges).issuperset(order):
        return False
    for i, vertex in enumerate(order):
        earlier = order[:i]
        for source, target in edges:
            if source == vertex and target in earlier:
                return False
    return True


doctest.testmod()
