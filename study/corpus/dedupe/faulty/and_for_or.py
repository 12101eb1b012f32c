"""Rejects wrong contents only if something is repeated too."""


def is_valid(items, kept):
    if len(kept) != len(set(kept)) and set(kept) != set(items):
        return False
    first = {}
    for i in range(len(items)):
        if items[i] not in first:
            first[items[i]] = i
    for i in range(len(kept) - 1):
        if kept[i] in first and kept[i + 1] in first:
            if first[kept[i]] > first[kept[i + 1]]:
                return False
    return True
