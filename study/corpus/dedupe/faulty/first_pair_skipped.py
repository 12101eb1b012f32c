"""Starts to compare places at the second item (off by one)."""


def is_valid(items, kept):
    if len(kept) != len(set(items)) or set(kept) != set(items):
        return False
    for i in range(2, len(kept)):
        if items.index(kept[i - 1]) > items.index(kept[i]):
            return False
    return True
