"""Compares only with the neighbour two places on, so neighbours may be swapped."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(kept) != len(set(items)):
        return False
    return all(items.index(a) < items.index(b) for a, b in zip(kept, kept[2:]))
