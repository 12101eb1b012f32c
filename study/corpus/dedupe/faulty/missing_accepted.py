"""Accepts an output that has lost items."""


def is_valid(items, kept):
    last = -1
    for k in kept:
        if k not in items:
            return False
        place = items.index(k)
        if place <= last:
            return False
        last = place
    return True
