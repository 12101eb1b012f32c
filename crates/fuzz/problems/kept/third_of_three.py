"""Claimed equivalent once: only an order of three elements distinguishes them."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(left: Input[Unordered[list[Num]]], right: Output[Num]) -> bool: ...


scope(Num=range(3), left=3)


@subproperty
def third(left, right):
    return len(left) < 3 or right == left[2]


@subproperty
def two(left, right):
    return len(left) < 3 or right == 2
