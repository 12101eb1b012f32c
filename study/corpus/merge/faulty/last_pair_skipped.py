"""Stops one too early, and so does not see that the last number is too small."""

from collections import Counter


def is_valid(left, right, merged):
    for i in range(len(merged) - 2):
        if merged[i] > merged[i + 1]:
            return False
    return Counter(left + right) == Counter(merged)
