"""Looks for the left list in the output and forgets the right one."""

from collections import Counter


def is_valid(left, right, merged):
    missing = Counter(left) - Counter(merged)
    if missing:
        return False
    if len(merged) != len(left) + len(right):
        return False
    return merged == sorted(merged)
