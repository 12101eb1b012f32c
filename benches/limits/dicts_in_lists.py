"""Unordered lists of dicts: each of the 209 possible elements is sorted."""

from typing import NewType
from custodiet import Input, Output, Unordered, scope, subproperty
Num = NewType("Num", int)


def is_valid(a: Input[Unordered[list[dict[Num, Num]]]], b: Output[list[Num]]) -> bool: ...


scope(Num=range(3), a=(3, 3), b=3)


@subproperty
def sorted_keys(a, b):
    """Every dict has these keys."""
    return all(sorted(d) == b for d in a)


@subproperty
def count(a, b):
    """There are as many keys as dicts."""
    return len(a) == len(b)
