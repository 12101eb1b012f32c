"""Checks the order of the two inputs, which is given, in place of the output's."""

from collections import Counter


def ascending(numbers):
    return all(a <= b for a, b in zip(numbers, numbers[1:]))


def is_valid(left, right, merged):
    return ascending(left) and ascending(right) and Counter(left + right) == Counter(merged)
