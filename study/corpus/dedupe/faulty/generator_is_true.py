"""Asks whether a generator is true, which it always is."""


def is_valid(items, kept):
    same = set(items) == set(kept)
    no_repeats = (kept.count(k) == 1 for k in kept)
    places = [items.index(k) for k in kept] if same else []
    if same and no_repeats and places == sorted(places):
        return True
    return False
