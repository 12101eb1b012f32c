"""Two tests that differ only in the order of entries of a dict inside an unordered list were not called alike."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[bool], r: Output[Unordered[list[dict[bool, Num]]]]) -> bool: ...


scope(Num=range(0, 2), r=(1, 2))


@subproperty
def some(r):
    return len(r) > 0


@subproperty
def full(a, r):
    return all(len(entries) == 2 for entries in r) or a
