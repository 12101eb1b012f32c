"""Finds numbers by bisection, and so does not see how often they occur."""

from bisect import bisect_left


def found(numbers, x):
    i = bisect_left(numbers, x)
    return i < len(numbers) and numbers[i] == x


def is_valid(left, right, merged):
    if merged != sorted(merged):
        return False
    if any(not found(merged, x) for x in left + right):
        return False
    return all(found(left, x) or found(right, x) for x in merged)
