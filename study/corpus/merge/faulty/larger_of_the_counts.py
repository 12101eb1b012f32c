"""Joins the counts with `|`, which takes the larger one and not the sum."""

from collections import Counter


def is_valid(left, right, merged):
    wanted = Counter(left) | Counter(right)
    return Counter(merged) == wanted and all(a <= b for a, b in zip(merged, merged[1:]))
