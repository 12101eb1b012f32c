"""Asks for growing numbers, and so rejects equal ones."""

from collections import Counter


def is_valid(left, right, merged):
    for i in range(len(merged) - 1):
        if merged[i] >= merged[i + 1]:
            return False
    return Counter(left) + Counter(right) == Counter(merged)
