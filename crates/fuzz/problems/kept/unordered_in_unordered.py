"""Unordered lists in unordered lists: every claim says that the order is undecided."""


from custodiet import Atom, Input, Output, Unordered, scope, subproperty


class V(Atom):
    """A name."""


def is_valid(a: Input[bool], r: Output[Unordered[list[Unordered[list[V]]]]]) -> bool: ...


scope(V=2, r=(2, 1))


@subproperty
def second(r):
    return r[1]
