"""Compares the order only of items that the input has once."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(kept) != len(set(items)):
        return False
    singles = [x for x in items if items.count(x) == 1]
    return [k for k in kept if items.count(k) == 1] == singles
