"""The declarations that Custodiet's problem files import.

A problem file is ordinary Python. It defines which pairs of an input and an output are correct, as a list of named
subproperties, and the size of the pairs about which claims are made:

    from custodiet import Atom, Input, Output, precondition, scope, subproperty

    class Vertex(Atom): ...

    def is_valid(edges: Input[list[tuple[Vertex, Vertex]]], order: Output[list[Vertex]]) -> bool: ...

    scope(Vertex=5, edges=5, order=6)

    @subproperty(hint="What if a vertex is listed twice?")
    def uniqueness(order):
        return len(set(order)) == len(order)

Nothing here changes what a function computes: the decorators return the function they are given, so a problem file can
be imported and its functions called like any other. The `custodiet` tool reads the file without running it.
"""

from custodiet.annotations import Atom, Input, Output, Unordered
from custodiet.declarations import draw, error_subproperty, group, precondition, scope, subproperty
from custodiet.graphs import closure, reachable

__version__ = "0.1.0"

__all__ = [
    "Atom",
    "Input",
    "Output",
    "Unordered",
    "closure",
    "draw",
    "error_subproperty",
    "group",
    "precondition",
    "reachable",
    "scope",
    "subproperty",
]
