"""Looks at the order only if the input had no repeats."""


def is_valid(items, kept):
    if len(items) == len(set(items)):
        return items == kept
    return len(kept) == len(set(items)) and set(kept) == set(items)
