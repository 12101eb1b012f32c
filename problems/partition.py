"""Split a list around a pivot: what is smaller goes before, everything else after, in any order."""

from dataclasses import dataclass
from typing import NewType

from custodiet import Input, Output, error_subproperty, group, scope, subproperty

Number = NewType("Number", int)


@dataclass(frozen=True)
class Split:
    before: list[Number]
    after: list[Number]


def is_valid(numbers: Input[list[Number]], pivot: Input[Number], split: Output[Split]) -> bool:
    """Sorted, the two parts are the smaller numbers of the input and the others."""
    smaller = sorted(number for number in numbers if number < pivot)
    others = sorted(number for number in numbers if number >= pivot)
    return sorted(split.before) == smaller and sorted(split.after) == others


scope(Number=range(-1, 3), numbers=3, Split_before=3, Split_after=3)
scope.large(Number=range(-50, 51), numbers=12, Split_before=12, Split_after=12)

group("SAME-COUNTS", ["none_lost", "none_added"])


def surplus(numbers, split):
    """For each number, how much more often it occurs in the two parts than in the input."""
    difference = {}
    for number in split.before + split.after:
        difference[number] = difference.get(number, 0) + 1
    for number in numbers:
        difference[number] = difference.get(number, 0) - 1
    return difference


@subproperty(hint="What if the pivot itself is in the first part?")
def before_is_smaller(pivot, split):
    """Every number of the first part is smaller than the pivot."""
    return all(number < pivot for number in split.before)


@subproperty(hint="What if a number of the second part is smaller than the pivot?")
def after_is_not_smaller(pivot, split):
    """No number of the second part is smaller than the pivot."""
    return min(split.after, default=pivot) >= pivot


@subproperty(hint="What if a number of the input is in neither part?")
def none_lost(numbers, split):
    """Each number occurs in the two parts at least as often as in the input."""
    return all(more >= 0 for more in surplus(numbers, split).values())


@subproperty(hint="What if a number is in both parts?")
def none_added(numbers, split):
    """Each number occurs in the two parts at most as often as in the input."""
    return max(surplus(numbers, split).values(), default=0) <= 0


@error_subproperty(
    instead_of=["none_lost", "none_added"],
    hint="Can the parts be long enough and still contain the wrong numbers?",
)
def same_length(numbers, split):
    """Compares only how many numbers there are."""
    return len(split.before) + len(split.after) == len(numbers)


@error_subproperty(stricter_than=["after_is_not_smaller"], hint="Where do numbers go that equal the pivot?")
def after_is_larger(pivot, split):
    """Expects every number of the second part to be larger than the pivot, and so overlooks its equals."""
    return all(number > pivot for number in split.after)


@error_subproperty(stricter_than=["none_lost", "none_added"], hint="Does the handout say how a part is ordered?")
def order_kept(numbers, pivot, split):
    """Expects each part to keep the order of the input."""
    sides = ([], [])
    for number in numbers:
        sides[number >= pivot].append(number)
    return sides == (split.before, split.after)
