"""Dicts built by hand: how often an item is kept, and where it was first seen."""


def is_valid(items, kept):
    first = {}
    for i, item in enumerate(items):
        if item not in first:
            first[item] = i

    counts = {}
    for k in kept:
        if k not in first:
            return False
        if k not in counts:
            counts[k] = 0
        counts[k] += 1

    for item in first:
        if counts.get(item, 0) != 1:
            return False

    previous = -1
    for k in kept:
        if first[k] <= previous:
            return False
        previous = first[k]
    return True
