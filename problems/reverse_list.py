"""Reverse a linked list.

A list is a node or None: each node holds an item and the rest of the list. The result is a new list with the same items in
the opposite order.
"""

from dataclasses import dataclass
from typing import Optional

from custodiet import Atom, Input, Output, error_subproperty, scope, subproperty


class Item(Atom, as_=(int, str)):
    """Anything that can be compared for equality."""


@dataclass(frozen=True)
class Node:
    item: Item
    rest: Optional["Node"]


def is_valid(items: Input[Optional[Node]], backward: Output[Optional[Node]]) -> bool:
    """Taken node by node from the front, the items of the one are those of the other from the back."""
    return collect(backward) == collect(items)[::-1]


scope(Item=3, Node=4)
scope.large(Item=6, Node=12)


def collect(node):
    """The items, from the front."""
    found = []
    while node is not None:
        found.append(node.item)
        node = node.rest
    return found


def holds(node, item):
    if node is None:
        return False
    return node.item == item or holds(node.rest, item)


def count(node, item):
    return 0 if node is None else (node.item == item) + count(node.rest, item)


@subproperty(hint="What if something appears that was never in the list?")
def no_new(items, backward):
    """Every item of the result is in the list."""
    return all(holds(items, item) for item in collect(backward))


@subproperty(hint="What if an item gets lost?")
def none_dropped(items, backward):
    """Every item of the list is in the result."""
    return all(holds(backward, item) for item in collect(items))


@subproperty(hint="What if an item occurs more or less often than before?")
def counts_kept(items, backward):
    """What is in both occurs as often in both."""
    both = [item for item in collect(items) if holds(backward, item)]
    return all(count(items, item) == count(backward, item) for item in both)


@subproperty(hint="What if the same items come in another order?")
def opposite_order(items, backward):
    """Where both have the same items, the result has them from back to front."""
    before, after = collect(items), collect(backward)
    same = all(before.count(item) == after.count(item) for item in before + after)
    return not same or after == before[::-1]


@error_subproperty(instead_of=["opposite_order"], hint="What about the items in the middle?")
def ends_exchanged(items, backward):
    """Looks at the first and the last item only."""
    if items is None or backward is None:
        return True
    return collect(items)[0] == collect(backward)[-1] and collect(items)[-1] == collect(backward)[0]


@error_subproperty(
    instead_of=["no_new", "none_dropped", "counts_kept"],
    hint="Can the length be right even if the items are not?",
)
def same_length(items, backward):
    """Compares only how long they are."""
    return len(collect(items)) == len(collect(backward))
