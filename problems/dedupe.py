"""Remove duplicates from a list, keeping the first occurrence of each item where it stands."""

from custodiet import Atom, Input, Output, error_subproperty, group, scope, subproperty


class Item(Atom, as_=(int, str)):
    """Anything that can be compared for equality."""


def is_valid(items: Input[list[Item]], kept: Output[list[Item]]) -> bool:
    """The output holds each item of the input once, in the order in which they first occur."""
    return kept == list(dict.fromkeys(items))


scope(Item=5, items=5, kept=5)
scope.large(Item=10, items=15, kept=15)

group("SAME-ELEMENTS", ["no_new", "none_dropped"])


@subproperty(hint="What if the output holds an item that the input does not?")
def no_new(items, kept):
    """Every item of the output occurs in the input."""
    return set(kept).issubset(items)


@subproperty(hint="What if an item disappears altogether?")
def none_dropped(items, kept):
    """Every item of the input occurs in the output."""
    return set(kept).issuperset(items)


@subproperty(hint="What if an item is still there twice, far apart?")
def no_repeats(kept):
    """The output repeats nothing."""
    return all(item not in kept[:i] for i, item in enumerate(kept))


@subproperty(hint="What if the output holds the right items, but shuffled?")
def first_seen_order(items, kept):
    """Items come in the order in which the input first mentions them."""
    first = [items.index(item) for item in kept if item in items]
    return first == sorted(first)


@error_subproperty(
    instead_of=["no_new", "none_dropped", "no_repeats"],
    hint="Can a list have the right length and still hold the wrong items?",
)
def right_length(items, kept):
    """Compares only how many different items there are, not which ones."""
    return len(kept) == len({*items})


@error_subproperty(instead_of=["first_seen_order"], hint="Which occurrence of an item is to be kept?")
def last_seen_order(items, kept):
    """Expects the last occurrence of each item to be the one that is kept."""
    backwards = items[::-1]
    last = [backwards.index(item) for item in kept if item in items]
    return last == sorted(last, reverse=True)
