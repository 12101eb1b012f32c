"""Compares the length, the smallest and the largest item in place of the contents."""


def is_valid(items, kept):
    if not items:
        return not kept
    if len(kept) != len(set(items)):
        return False
    return min(items) == min(kept) and max(items) == max(kept)
