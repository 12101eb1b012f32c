"""Compares the order of the first and the last item only."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(kept) > len(set(kept)):
        return False
    if kept == []:
        return True
    return items.index(kept[0]) <= items.index(kept[-1])
