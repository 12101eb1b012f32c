"""Raises IndexError if one of the lists is empty."""

from collections import Counter


def is_valid(left, right, merged):
    if left[0] <= right[0]:
        first = left[0]
    else:
        first = right[0]
    if len(merged) == 0 or merged[0] != first:
        return False
    if Counter(left) + Counter(right) != Counter(merged):
        return False
    return all(x <= y for x, y in zip(merged, merged[1:]))
