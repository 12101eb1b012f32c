"""The `shape` of a test was computed before its lists of sets were shuffled."""

from custodiet import Atom, Input, Output, Unordered
from custodiet import scope, subproperty


class V(Atom):
    """A name."""


def is_valid(a: Input[list[Unordered[list[set[V]]]]], r: Output[int]) -> bool: ...


scope(V=3, a=(2, 2, 1), r=range(0, 1))
scope.large(V=4, a=(3, 2, 1), r=range(0, 4))


@subproperty
def sub1(a):
    return any((0 != len(a[0]) for b14 in {0 for a13 in a}))
