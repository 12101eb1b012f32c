"""Checks the same numbers, but of the order only the first and the last place."""

from collections import Counter


def is_valid(left, right, merged):
    both = left + right
    if Counter(both) != Counter(merged):
        return False
    if both == []:
        return True
    return merged[0] == min(both) and merged[-1] == max(both)
