"""Give the first item of a list, alone in a list."""

from custodiet import Atom, Input, Output, error_subproperty, precondition, scope, subproperty


class Item(Atom):
    """Anything that can be compared."""


def is_valid(items: Input[list[Item]], first: Output[list[Item]]) -> bool:
    return first == items[:1]


scope(Item=3, items=3, first=2)
scope.large(Item=5, items=9, first=3)


@precondition
def not_alike(items):
    """Not all items are the same."""
    return len(items) < 2 or len(set(items)) > 1


@precondition
def answered(items, first):
    """The output holds something."""
    return len(first) > 0


@subproperty(hint="What if the output is another item?")
def same(items, first):
    """The output begins with the first item."""
    return items[0] == first[0]


@subproperty
def known(items, first):
    """Every item of the output is in the input."""
    for item in first:
        if item not in items:
            return False
    return True


@error_subproperty(stricter_than=["same"])
def never_again(items, first):
    """The first item does not come again."""
    return items.count(first[0]) == 1
