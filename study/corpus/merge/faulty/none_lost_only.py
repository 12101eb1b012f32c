"""Checks that no number is lost, and so accepts added ones."""

from collections import Counter


def is_valid(left, right, merged):
    rest = Counter(left + right)
    rest.subtract(merged)
    if any(times > 0 for times in rest.values()):
        return False
    previous = float("-inf")
    for x in merged:
        if x < previous:
            return False
        previous = x
    return True
