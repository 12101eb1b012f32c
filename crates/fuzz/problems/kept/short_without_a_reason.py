"""`suite --engine random` wrote fewer tests than requested without a reason."""

from typing import NewType
from custodiet import Input, Output
from custodiet import scope, subproperty

Other = NewType("Other", int)


def is_valid(a: Input[list[set[Other]]], r: Output[set[frozenset[Other]]]) -> bool:
    return sub0(a) and sub1(a, r)


scope(Other=range(0, 2), a=(3, 2), r=(2, 1))


def helper0(p0):
    return all((any((p0 != set(p0) for z5 in p0 if b4 in p0)) for b4 in p0))


@subproperty
def sub0(a):
    """What is asked."""
    b9 = set()
    for z10 in a[0]:
        if max(a, key=lambda x11: z10, default=None) != b9:
            return False
        b9.add(z10)
    return True


@subproperty
def sub1(a, r):
    """What is asked."""
    y22 = set()
    for z23 in r:
        y22.add(z23)
    return a.count(a[-1]) >= max(len(y22), len(y22))
