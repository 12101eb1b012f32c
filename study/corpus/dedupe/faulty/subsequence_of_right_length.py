"""Checks the length and that the output is a part of the input, so a repeat can replace an item."""


def is_valid(items, kept):
    if len(kept) != len(set(items)):
        return False
    i = 0
    for item in items:
        if i < len(kept) and kept[i] == item:
            i += 1
    return i == len(kept)
