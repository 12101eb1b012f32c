"""Starts the comparison from 0, and so rejects negative numbers."""

from collections import Counter


def is_valid(left, right, merged):
    previous = 0
    for x in merged:
        if x < previous:
            return False
        previous = x
    return Counter(left) + Counter(right) == Counter(merged)
