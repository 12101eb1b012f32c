"""Accepts an item as often as the input has it."""

from collections import Counter


def is_valid(items, kept):
    have = Counter(items)
    for k in kept:
        if have[k] == 0:
            return False
        have[k] -= 1
    return list(dict.fromkeys(kept)) == list(dict.fromkeys(items))
