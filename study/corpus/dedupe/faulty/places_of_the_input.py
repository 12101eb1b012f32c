"""Compares each kept item with the input at the same place, which is right only before the first repeat."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(kept) != len(set(items)):
        return False
    for i in range(len(kept)):
        if items[i] in items[:i]:
            return True
        if items[i] != kept[i]:
            return False
    return True
