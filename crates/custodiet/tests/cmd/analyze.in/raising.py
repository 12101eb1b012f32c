"""Take the first item of a list."""

from custodiet import Atom, Input, Output, scope, subproperty


class Item(Atom):
    """Anything."""


def is_valid(items: Input[list[Item]], taken: Output[list[Item]]) -> bool: ...


scope(Item=2, items=2, taken=2)


@subproperty
def some(taken):
    """Something is taken."""
    return len(taken) > 0


@subproperty
def first(items, taken):
    """It is the first item."""
    return taken[0] in items[:1]


@subproperty
def short(taken):
    """Only one item is taken."""
    return len(taken) < 2


@subproperty
def again(taken):
    """The same in other words."""
    return taken[1:] == []
