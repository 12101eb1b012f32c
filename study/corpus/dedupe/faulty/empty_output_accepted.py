"""Accepts the empty output of any input."""


def is_valid(items, kept):
    if not kept:
        return True
    firsts = [items[i] for i in range(len(items)) if items.index(items[i]) == i]
    return firsts == kept
