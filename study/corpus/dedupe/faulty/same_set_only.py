"""Compares sets, so it accepts repeats and any order."""


def is_valid(items, kept):
    for item in items:
        if item not in kept:
            return False
    for item in kept:
        if item not in items:
            return False
    return True
