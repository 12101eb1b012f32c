"""Compares sums, which says little about the contents and crashes on strings."""


def is_valid(items, kept):
    if len(kept) != len(set(kept)):
        return False
    return sum(kept) == sum(set(items))
