"""Remove every occurrence of an unwanted item from a list.

This is the problem file of `NAME`, a small but complete problem to change step by step. It is ordinary
Python: you can `import NAME` and call its functions. What it imports from `custodiet` only describes the
problem. After each step, run `custodiet check NAME.py`.
"""

from custodiet import Atom, Input, Output, error_subproperty, group, precondition, scope, subproperty


# An atom is a value that can only be compared with `==`. Students may use integers or strings for it.
class Item(Atom, as_=(int, str)):
    """Anything that can be in a list."""


# The predicate. Students write a function with this name and these parameters. The body is the reference predicate;
# if you have none, write `...` instead of the `return`.
def is_valid(before: Input[list[Item]], unwanted: Input[Item], after: Output[list[Item]]) -> bool:
    """The output is the input without the unwanted item."""
    return after == [item for item in before if item != unwanted]


# The scope. Claims cover all pairs with at most three different items, four items in `before` and five in `after`.
scope(Item=3, before=4, after=5)

# How far random tests may grow.
scope.large(Item=8, before=20, after=20)

# A common name for several subproperties.
group("RIGHT-ITEMS", ["none_left", "others_kept"])


# The problem applies only to inputs that satisfy the preconditions. A function takes only the parameters it uses.
@precondition
def something_to_remove(before, unwanted):
    """The unwanted item is in the list."""
    return unwanted in before


# Each subproperty is one requirement of a correct output. Reports show the docstring to you and to students; students
# whose predicate forgets the requirement also see the hint.
@subproperty(hint="What if the unwanted item occurs twice?")
def none_left(unwanted, after):
    """The unwanted item is not in the output."""
    return unwanted not in after


@subproperty(hint="What if the output lacks another item, or has one that was not in the input?")
def others_kept(before, unwanted, after):
    """Every other item occurs as often in the output as in the input."""
    others = (set(before) | set(after)) - {unwanted}
    return all(after.count(item) == before.count(item) for item in others)


@subproperty(hint="What if the items are in another order?")
def order_kept(before, after):
    """The items of the output are in the same order as in the input."""
    position = 0
    for item in after:
        while position < len(before) and before[position] != item:
            position += 1
        if position == len(before):
            return False
        position += 1
    return True


# A known mistake: what some students check instead.
@error_subproperty(instead_of=["others_kept"], hint="Can a list have the right length but the wrong items?")
def right_length(before, unwanted, after):
    """Compares only how many items there are, not which ones."""
    return len(after) == len(before) - before.count(unwanted)
