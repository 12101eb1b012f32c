"""Compares items two by two, so the second and the third may be swapped."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(kept) != len(set(items)):
        return False
    for i in range(0, len(kept) - 1, 2):
        if items.index(kept[i]) > items.index(kept[i + 1]):
            return False
    return True
