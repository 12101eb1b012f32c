"""Returns inside the loop, and so compares the first two numbers only."""

from collections import Counter


def is_valid(left, right, merged):
    if Counter(left + right) == Counter(merged):
        for a, b in zip(merged, merged[1:]):
            return a <= b
        return True
    return False
