"""Relies on the items coming in ascending order."""


def is_valid(items, kept):
    if set(items) != set(kept):
        return False
    return all(kept[i] < kept[i + 1] for i in range(len(kept) - 1))
