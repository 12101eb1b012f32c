"""Unordered lists in records, in dicts and in an optional value."""

from typing import NamedTuple, NewType, Optional

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


class Box(NamedTuple):
    holds: Unordered[list[Num]]
    label: bool


def is_valid(
    a: Input[Box], b: Output[dict[Num, Unordered[list[Num]]]], c: Output[Optional[Unordered[list[Num]]]]
) -> bool: ...


scope(Num=range(2), Box_holds=2, b=(2, 2), c=2)


@subproperty
def boxed(a, c):
    return a.holds == c


@subproperty
def values(a, b):
    return a.holds in b.values()


@subproperty
def sizes(a, b, c):
    return len(a.holds) in {len(row) for row in b.values()} and (c is None or sorted(c) == sorted(a.holds))
