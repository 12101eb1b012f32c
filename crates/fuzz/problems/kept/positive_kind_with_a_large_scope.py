"""`suite --engine random` called a test relational because of an output of the large scope; `verify` did not."""

from typing import NewType

from custodiet import Atom, Input, Output, scope, subproperty

Num = NewType("Num", int)


class V(Atom):
    """A name."""


def is_valid(a: Input[set[frozenset[V]]], r: Output[int], s: Output[tuple[Num]]) -> bool: ...


scope(Num=range(0, 3), V=1, a=(2, 2), r=range(0, 1))
scope.large(Num=range(0, 4), V=2, a=(2, 3), r=range(0, 3))


@subproperty
def zero(s):
    return not s[0]


@subproperty
def none(a):
    return len(a) < 1
