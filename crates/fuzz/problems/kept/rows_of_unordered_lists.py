"""Rows have orders of their own."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[Unordered[list[Num]]], b: Output[list[Unordered[list[Num]]]]) -> bool: ...


scope(Num=range(3), a=2, b=(2, 2))


@subproperty
def among(a, b):
    return a in b


@subproperty
def among_sets(a, b):
    return set(a) in [set(row) for row in b]


@subproperty
def rows_alike(b):
    return all(row == b[0] for row in b)
