"""Remove every occurrence of an unwanted item from a list.

This is the problem file of `merge`, a small complete problem to change step by step. It is ordinary
Python: `import merge` works, and so does calling its functions. The words it imports only describe the
problem. After each step, run `custodiet check merge.py`.
"""

from custodiet import Atom, Input, Output, error_subproperty, group, precondition, scope, subproperty


# An atom is a value that can only be compared with `==`. Students may use integers or strings for it.
class Item(Atom, as_=(int, str)):
    """Anything that can stand in a list."""


# The predicate: its name and parameters are what students write. A body is the reference predicate; without one,
# write `...` instead of the `return`.
def is_valid(before: Input[list[Item]], unwanted: Input[Item], after: Output[list[Item]]) -> bool:
    """The output is the input without the unwanted item."""
    return after == [item for item in before if item != unwanted]


# How large the pairs are that claims are made about: three different items in a pair, lists of at most four and five.
scope(Item=3, before=4, after=5)

# How far random tests may grow.
scope.large(Item=8, before=20, after=20)

# Subproperties that you speak of as one.
group("RIGHT-ITEMS", ["none_left", "others_kept"])


# What must hold of the input for the problem to apply. A function names the parameters it uses.
@precondition
def something_to_remove(before, unwanted):
    """The unwanted item is in the list."""
    return unwanted in before


# Each subproperty is one thing that a correct output fulfils. The docstring is what students and reports read; the
# hint is what a student sees whose predicate forgets it.
@subproperty(hint="What if the unwanted item comes twice?")
def none_left(unwanted, after):
    """The unwanted item is not in the output."""
    return unwanted not in after


@subproperty(hint="What if the output lacks another item, or holds one that was not there?")
def others_kept(before, unwanted, after):
    """Every other item is in the output as often as in the input."""
    others = (set(before) | set(after)) - {unwanted}
    return all(after.count(item) == before.count(item) for item in others)


@subproperty(hint="What if the items come in another order?")
def order_kept(before, after):
    """The items of the output come in the order of the input."""
    position = 0
    for item in after:
        while position < len(before) and before[position] != item:
            position += 1
        if position == len(before):
            return False
        position += 1
    return True


# A known mistake: what some students check instead.
@error_subproperty(instead_of=["others_kept"], hint="Can a list have the right length and hold the wrong items?")
def right_length(before, unwanted, after):
    """Compares only how many items there are, not which ones."""
    return len(after) == len(before) - before.count(unwanted)
