"""Only compares how many different items there are."""


def is_valid(items, kept):
    different = 0
    for i in range(len(items)):
        if items[i] not in items[:i]:
            different += 1
    return len(kept) == different
