"""Give the first item of a list that starts twice with the same."""

from custodiet import Atom, Input, Output, precondition, scope, subproperty


class Item(Atom):
    """Anything."""


def is_valid(items: Input[list[Item]], first: Output[list[Item]]) -> bool:
    return first[0] == items[0] and len(first) == 1


scope(Item=3, items=3, first=2)


@precondition
def some(items):
    """There is an item."""
    return len(items) > 0


@precondition
def starts_twice(items):
    """The first two are equal."""
    return items[0] == items[1]


@precondition
def short_output(first):
    """Something is given."""
    return len(first) > 0


@subproperty
def same(items, first):
    """It is the first item."""
    return first[0] == items[0]


@subproperty
def short(first):
    """At most one item is given."""
    return len(first) <= 1
