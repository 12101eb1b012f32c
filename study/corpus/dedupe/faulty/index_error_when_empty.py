"""Compares the first items of lists that may be empty (IndexError)."""


def is_valid(items, kept):
    if items[0] != kept[0]:
        return False
    for i in range(len(kept)):
        if kept[i] in kept[i + 1:]:
            return False
    return kept == sorted(set(items), key=items.index)
