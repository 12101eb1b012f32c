"""Sees a repeat only if the two stand side by side, and does not look at the order."""


def is_valid(items, kept):
    if not set(kept) == set(items):
        return False
    for i in range(1, len(kept)):
        if kept[i] == kept[i - 1]:
            return False
    return True
