"""Compares the sets and the sorted numbers of times, not which number occurs how often."""

from collections import Counter


def is_valid(left, right, merged):
    before = Counter(left + right)
    after = Counter(merged)
    if set(before) != set(after):
        return False
    if sorted(before.values()) != sorted(after.values()):
        return False
    return merged == sorted(merged)
