"""The `shape` of a test was computed before its lists of dicts were shuffled."""

from itertools import product
from typing import Literal, NewType, Optional
from custodiet import Atom, Input, Output, Unordered
from custodiet import error_subproperty, scope, subproperty

Other = NewType("Other", int)


class W(Atom):
    """A name."""


def is_valid(
    a: Input[list[Unordered[list[dict[W, Other]]]]],
    r: Output[int],
    s: Output[set[frozenset[Optional[Literal["p", "q"]]]]],
) -> bool:
    return sub0(s) and sub1(a, r)


scope(Other=range(0, 2), W=1, a=(2, 2, 2), r=range(0, 2), s=(2, 1))
scope.large(Other=range(0, 3), W=1, a=(3, 2, 3), r=range(0, 3), s=(2, 1))


@subproperty
def sub0(s):
    """What is asked."""
    for y1 in set(product(s, s)):
        if not y1[0] and y1[0]:
            return True
        assert y1[0] == y1[1]
    return False


@subproperty
def sub1(a, r):
    """What is asked."""
    y19 = {}
    for y20 in sorted(a, key=lambda z18: min(range(3))):
        y19.setdefault(r, []).append(r)
    return min({x21 for x21 in y19 if x21 >= len(y19)}, key=lambda a22: -1, default=None) == r


@error_subproperty(instead_of=["sub0"])
def err0(s):
    """What is asked."""
    z23 = set()
    for z24 in s:
        if all((z25 in z24 for z25 in z24)):
            z23.add(z24)
    return z23 and any((len(s) >= len(z23) for b26 in z23))
