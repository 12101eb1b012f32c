"""Checks that the smaller first number comes first, and of the rest no order."""

from collections import Counter


def is_valid(left, right, merged):
    if Counter(left + right) != Counter(merged):
        return False
    heads = left[:1] + right[:1]
    return not merged or merged[0] == min(heads)
