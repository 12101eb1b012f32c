"""Looks up the place of an item that the input may not have (ValueError)."""


def is_valid(items, kept):
    places = [items.index(k) for k in kept]
    if len(set(items)) != len(kept):
        return False
    for i in range(len(places) - 1):
        if places[i] >= places[i + 1]:
            return False
    return True
