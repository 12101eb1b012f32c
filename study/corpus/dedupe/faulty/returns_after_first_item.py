"""Returns inside the loop, so only the first item is looked at."""


def is_valid(items, kept):
    if len(kept) != len(set(items)):
        return False
    for k in kept:
        if k in items and kept.count(k) == 1:
            return True
        else:
            return False
    return True
