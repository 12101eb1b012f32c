"""Checks the order only if the output has more than two numbers."""

from collections import Counter


def is_valid(left, right, merged):
    if Counter(left + right) != Counter(merged):
        return False
    if len(merged) <= 2:
        return True
    return merged == sorted(merged)
