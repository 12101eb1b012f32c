"""A function was said to depend on an order, with a pair that a precondition of undecided order excludes."""

from typing import NewType

from custodiet import Input, Output, precondition, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[set[Num]], b: Output[Num]) -> bool: ...


scope(Num=range(0, 2), a=2)


@precondition
def never(a):
    for n in sorted(a, key=lambda m: 2, reverse=True):
        if all(len(a) < m for m in a if len(a) >= n):
            break


@subproperty
def first_is_not_zero(a):
    return min(set(a) & set(a), key=lambda n: 0, default=None) != 0
