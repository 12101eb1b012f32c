"""Checks one direction of containment and the length, so a repeat can replace an item."""


def is_valid(items, kept):
    if len(kept) != len(set(items)):
        return False
    if not set(kept) <= set(items):
        return False
    order = [items.index(k) for k in kept]
    return order == sorted(order)
