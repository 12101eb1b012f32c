"""Removes repeats from the list that it walks over, and removes the front ones."""


def is_valid(items, kept):
    copy = items[:]
    for item in copy:
        if copy.count(item) > 1:
            copy.remove(item)
    return copy == kept
