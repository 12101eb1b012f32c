"""Checks the kept items one by one, so it does not see what is missing or out of order."""


def is_valid(items, kept):
    return all(k in items and kept.count(k) == 1 for k in kept)
