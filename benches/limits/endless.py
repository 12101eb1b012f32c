"""Loops that do not end for some pairs."""

from typing import NewType
from custodiet import Input, Output, scope, subproperty
Num = NewType("Num", int)


def is_valid(a: Input[list[Num]], b: Output[Num]) -> bool: ...


scope(Num=range(5), a=5)


@subproperty
def collatz(a, b):
    """Loops for ever on 0."""
    n = b
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return len(a) > 2


@subproperty
def follow(a, b):
    """Follows links for ever."""
    i = b
    seen = 0
    while 0 <= i < len(a):
        i = a[i]
        seen += 1
    return seen < 3
