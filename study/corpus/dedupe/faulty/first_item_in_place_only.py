"""Checks the order only for the first item."""


def is_valid(items, kept):
    if len(kept) != len(set(items)):
        return False
    for item in set(items):
        if item not in kept:
            return False
    return items[:1] == kept[:1]
