"""Take the smallest key off a binary heap.

A heap is a list: the children of the key at index i are at 2i+1 and 2i+2, and no child is smaller than its parent. The
output is the key that was taken and the heap that is left, which may have any order that is a heap.
"""

from collections import Counter
from itertools import pairwise
from typing import NewType

from custodiet import Input, Output, error_subproperty, group, precondition, scope, subproperty

Key = NewType("Key", int)


def is_valid(heap: Input[list[Key]], taken: Output[Key], left: Output[list[Key]]) -> bool:
    """The smallest key comes first, followed by the others, in the order of a heap."""
    return sorted(heap) == [taken, *sorted(left)] and is_heap(left)


scope(Key=range(4), heap=5, left=5)
scope.large(Key=range(-20, 21), heap=20, left=21)

group("SAME-KEYS", ["none_lost", "none_added"])


def is_heap(keys: list[Key]) -> bool:
    return all(keys[(index - 1) // 2] <= keys[index] for index in range(1, len(keys)))


@precondition
def not_empty(heap: list[Key]) -> bool:
    """There is a key to take."""
    return len(heap) > 0


@precondition
def input_is_heap(heap: list[Key]) -> bool:
    """The input is a heap."""
    return is_heap(heap)


@subproperty(hint="Which key has to be taken?")
def takes_smallest(heap: list[Key], taken: Key) -> bool:
    """No key is smaller than the one that is taken."""
    return all(taken <= key for key in heap)


@subproperty(hint="What if a key disappears?")
def none_lost(heap: list[Key], taken: Key, left: list[Key]) -> bool:
    """Every key of the input is taken or left, as many times as it occurs."""
    return not Counter(heap) - Counter([taken, *left])


@subproperty(hint="What if a key appears that was not there, or once more than before?")
def none_added(heap: list[Key], taken: Key, left: list[Key]) -> bool:
    """No key is taken or left more often than it occurs in the input."""
    return not Counter([taken, *left]) - Counter(heap)


@subproperty(hint="Is every parent at most as large as its children?")
def left_is_heap(left: list[Key]) -> bool:
    """What is left is a heap."""
    return is_heap(left)


@error_subproperty(instead_of=["left_is_heap"], hint="Is it enough that the smallest key comes first?")
def smallest_first(left: list[Key]) -> bool:
    """Checks only that no key is smaller than the first one."""
    return not left or left[0] == min(left)


@error_subproperty(stricter_than=["left_is_heap"], hint="Is every heap sorted?")
def left_is_sorted(left: list[Key]) -> bool:
    """Expects a sorted list, although a heap need not be sorted."""
    return all(a <= b for a, b in pairwise(left))


@error_subproperty(instead_of=["none_lost", "none_added"], hint="Is it enough that one key fewer is left?")
def one_fewer(heap: list[Key], left: list[Key]) -> bool:
    """Only counts the keys."""
    return len(left) == len(heap) - 1
