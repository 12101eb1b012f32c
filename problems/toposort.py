"""Order the vertices of an acyclic graph so that every edge points forward.

A graph is given by its edges, so a vertex exists only as an end of an edge.
"""

from itertools import combinations

from custodiet import (
    Atom,
    Input,
    Output,
    Unordered,
    closure,
    error_subproperty,
    group,
    precondition,
    scope,
    subproperty,
)


class Vertex(Atom, as_=(int, str)):
    """A name. Only equality matters; the handout allows numbers and strings."""


Edge = tuple[Vertex, Vertex]


def is_valid(edges: Input[Unordered[list[Edge]]], order: Output[list[Vertex]]) -> bool:
    """The output lists each vertex of the graph exactly once, the source of an edge always before its target."""
    position = {vertex: i for i, vertex in enumerate(order)}
    return (
        len(position) == len(order)
        and position.keys() == vertices(edges)
        and all(position[source] < position[target] for source, target in edges)
    )


scope(Vertex=5, edges=5, order=6)
scope.large(Vertex=12, edges=20, order=15)

group("SAME-ELEMENTS", ["no_new", "none_dropped"])


def vertices(edges):
    """The vertices of the graph."""
    return {vertex for edge in edges for vertex in edge}


@precondition
def distinct_edges(edges):
    """No edge is given twice."""
    return len(set(edges)) == len(edges)


@precondition(hint="In what order could the vertices of a cycle come?")
def acyclic(edges):
    """No vertex leads back to itself."""
    return all(source != target for source, target in closure(edges))


@subproperty(hint="What if the output mentions a vertex that no edge does?")
def no_new(edges, order):
    """Every vertex of the output occurs in some edge."""
    return set(order) <= vertices(edges)


@subproperty(hint="What if a vertex of the graph is missing from the output?")
def none_dropped(edges, order):
    """Every vertex of an edge occurs in the output."""
    return vertices(edges) <= set(order)


@subproperty(hint="What if a vertex is listed twice?")
def uniqueness(order):
    """The output repeats nothing."""
    seen = set()
    for vertex in order:
        if vertex in seen:
            return False
        seen.add(vertex)
    return True


@subproperty(hint="What if a vertex comes after one that it leads to, perhaps in several steps?")
def sortedness(edges, order):
    """No vertex comes after one that the edges lead to from it, in one step or more."""
    leads = closure(edges)
    return not any((later, earlier) in leads for earlier, later in combinations(order, 2))


@error_subproperty(
    instead_of=["no_new", "none_dropped", "uniqueness"],
    hint="Can a list have the right length and still hold the wrong vertices?",
)
def same_num_vertices(edges, order):
    """Compares only how many vertices there are, not which ones."""
    return len(order) == len(vertices(edges))


@error_subproperty(
    instead_of=["sortedness"],
    hint="What does counting predecessors say about an order that repeats or lacks one?",
)
def incoming_edge_count(edges, order):
    """Ticks off incoming edges: before a vertex, each predecessor is listed as often as its edge is given."""
    for i, vertex in enumerate(order):
        for source, target in edges:
            if target == vertex and order[:i].count(source) != edges.count((source, target)):
                return False
    return True
