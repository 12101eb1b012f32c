"""Skips zeros when it checks the order (`if previous` for `is not None`)."""

from collections import Counter


def is_valid(left, right, merged):
    if Counter(left + right) != Counter(merged):
        return False
    previous = None
    for x in merged:
        if previous and x and x < previous:
            return False
        previous = x
    return True
