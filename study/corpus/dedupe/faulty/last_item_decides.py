"""Overwrites the answer in the loop, so only the last item counts."""


def is_valid(items, kept):
    result = len(items) == 0
    for i in range(len(kept)):
        result = kept[i] in items and kept[i] not in kept[:i]
    if len(kept) != len(set(items)):
        result = False
    return result
