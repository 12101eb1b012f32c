"""Compares how often each number occurs, but forgets the order."""

from collections import Counter


def is_valid(left, right, merged):
    return Counter(left) + Counter(right) == Counter(merged)
