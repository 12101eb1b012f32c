"""Accepts each item once at any of its places, not only at the first."""


def is_valid(items, kept):
    if set(items) != set(kept):
        return False
    if len(set(kept)) != len(kept):
        return False
    rest = iter(items)
    return all(k in rest for k in kept)
