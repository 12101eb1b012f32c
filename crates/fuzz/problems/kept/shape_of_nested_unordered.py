"""The `shape` of a test was computed before its lists were shuffled."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[list[Unordered[list[Num]]]], r: Output[int], s: Output[Num]) -> bool: ...


scope(Num=range(-1, 3), a=(2, 2), r=range(0, 2))


@subproperty
def truthy(s):
    return s


@subproperty
def zero(r, s):
    return s == 0 or r == 0
