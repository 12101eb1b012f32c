"""Sets of sets of sets, which have very many values in a scope larger by one."""

from typing import NewType
from custodiet import Input, Output, scope, subproperty
Num = NewType("Num", int)


def is_valid(a: Input[set[frozenset[frozenset[Num]]]], b: Output[set[frozenset[frozenset[Num]]]]) -> bool: ...


scope(Num=range(2), a=(2,2,2), b=(2,2,2))


@subproperty
def same(a, b):
    """Both are equal."""
    return a == b


@subproperty
def sub(a, b):
    """The output contains the input."""
    return a <= b


@subproperty
def deep(a, b):
    """Both contain the same numbers."""
    return {x for s in a for t in s for x in t} == {x for s in b for t in s for x in t}
