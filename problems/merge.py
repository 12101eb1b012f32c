"""Merge two sorted lists of numbers into one."""

from collections import Counter
from itertools import chain, pairwise
from typing import NewType

from custodiet import Input, Output, error_subproperty, group, precondition, scope, subproperty

Number = NewType("Number", int)


def is_valid(left: Input[list[Number]], right: Input[list[Number]], merged: Output[list[Number]]) -> bool:
    """The output is the result of repeatedly taking the smaller head of the two lists."""
    i = j = 0
    for number in merged:
        if i < len(left) and (j == len(right) or left[i] <= right[j]):
            expected = left[i]
            i += 1
        elif j < len(right):
            expected = right[j]
            j += 1
        else:
            return False
        if number != expected:
            return False
    return i == len(left) and j == len(right)


scope(Number=range(3), left=3, right=3, merged=6)
scope.large(Number=range(-20, 21), left=8, right=8, merged=18)

group("SAME-COUNTS", ["none_lost", "none_added"])


def ascending(numbers):
    """Whether no number is smaller than the one before it."""
    return all(a <= b for a, b in pairwise(numbers))


def within(numbers, longer):
    """Whether the numbers occur in the longer list in the same order, possibly with others in between."""
    rest = iter(longer)
    return all(number in rest for number in numbers)


@precondition
def left_sorted(left):
    """The left list is sorted."""
    return ascending(left)


@precondition
def right_sorted(right):
    """The right list is sorted."""
    return ascending(right)


@subproperty(hint="What if one list is simply appended to the other?")
def ordered(merged):
    """Numbers do not decrease along the output."""
    return ascending(merged)


@subproperty(hint="What if a number is in both lists, but only once in the output?")
def none_lost(left, right, merged):
    """Each number occurs in the output at least as often as in both lists together."""
    return Counter(left) + Counter(right) <= Counter(merged)


@subproperty(hint="What if the output repeats a number more often than the two lists do?")
def none_added(left, right, merged):
    """Each number occurs in the output at most as often as in both lists together."""
    return not Counter(merged) - Counter(chain(left, right))


@error_subproperty(
    instead_of=["none_lost", "none_added"],
    hint="Can the length be right even if a number was replaced by another?",
)
def same_length(left, right, merged):
    """Compares only how many numbers there are."""
    return len(merged) == len(left) + len(right)


@error_subproperty(instead_of=["none_lost"], hint="May one number of the output count for two of the input?")
def holds_both(left, right, merged):
    """Finds each list inside the output, but lets the same number serve both."""
    return within(left, merged) and within(right, merged)


@error_subproperty(instead_of=["none_added"], hint="What if a number of the input is repeated once too often?")
def no_new(left, right, merged):
    """Checks only that every number of the output occurs in the input, not how often."""
    return {*merged} <= {*left, *right}


@error_subproperty(stricter_than=["ordered"], hint="May equal numbers be next to each other?")
def strictly_ascending(merged):
    """Expects each number to be larger than the one before, and so rejects equal ones."""
    return all(a < b for a, b in pairwise(merged))
