"""Checks that the numbers of each list stay in order among themselves, but not between the lists."""

from collections import Counter


def keeps_order(numbers, merged):
    for a, b in zip(numbers, numbers[1:]):
        if merged.index(a) > merged.index(b):
            return False
    return True


def is_valid(left, right, merged):
    if Counter(left) + Counter(right) != Counter(merged):
        return False
    return keeps_order(left, merged) and keeps_order(right, merged)
