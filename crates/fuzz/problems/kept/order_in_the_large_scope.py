"""The order matters only beyond the scope."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[Unordered[list[Num]]], b: Output[Num]) -> bool: ...


scope(Num=range(3), a=2)
scope.large(Num=range(4), a=3)


@subproperty
def third(a, b):
    return len(a) < 3 or a[2] == b


@subproperty
def few(a, b):
    return len(a) < 2 or b in a
