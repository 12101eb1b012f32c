"""Returns None if the output has fewer than two numbers."""

from collections import Counter


def is_valid(left, right, merged):
    if Counter(left) + Counter(right) != Counter(merged):
        return False
    for i in range(1, len(merged)):
        if merged[i - 1] > merged[i]:
            return False
        if i == len(merged) - 1:
            return True
