"""Claimed equivalent once, with a valid proof: each list has an order of its own."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[Unordered[list[Num]]], b: Output[Unordered[list[Num]]]) -> bool: ...


scope(Num=range(3), a=3, b=3)


@subproperty
def same(a, b):
    return a == b


@subproperty
def same_set(a, b):
    return set(a) == set(b)
