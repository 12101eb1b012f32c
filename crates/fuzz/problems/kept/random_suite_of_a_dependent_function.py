"""`suite --engine random` wrote what `verify` rejected."""

from typing import NewType

from custodiet import Input, Output, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[set[tuple[Num]]], r: Output[Num]) -> bool: ...


scope(Num=range(0, 2), a=2)


@subproperty
def first_is_zero(a):
    for (number,) in a:
        return number == 0
    return True


@subproperty
def small(r):
    return r < 1
