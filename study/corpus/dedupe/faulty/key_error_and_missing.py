"""Crashes on an item that the input does not have (KeyError), and accepts missing items and any order."""


def is_valid(items, kept):
    count = {}
    for item in items:
        count[item] = 0
    for k in kept:
        count[k] += 1
    return all(c <= 1 for c in count.values())
