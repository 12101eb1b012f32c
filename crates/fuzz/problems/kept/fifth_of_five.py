"""More elements than a small scope has."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[Unordered[list[Num]]], b: Output[Num]) -> bool: ...


scope(Num=range(6), a=5)


@subproperty
def fifth(a, b):
    return len(a) < 5 or a[4] == b


@subproperty
def none_missing(a, b):
    return len(a) < 5 or b in a
