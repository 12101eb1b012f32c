"""Rejects wrong numbers only if the order is wrong too."""

from collections import Counter


def is_valid(left, right, merged):
    wrong_numbers = Counter(left + right) != Counter(merged)
    wrong_length = len(left) + len(right) != len(merged)
    wrong_order = any(a > b for a, b in zip(merged, merged[1:]))
    if wrong_length or (wrong_numbers and wrong_order):
        return False
    return True
