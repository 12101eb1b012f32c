"""Checks what is kept and how often, but not the order."""

from collections import Counter


def is_valid(items, kept):
    return Counter(kept) == Counter(set(items))
