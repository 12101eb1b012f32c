"""Accepts an input that comes back unchanged, with its repeats."""


def is_valid(items, kept):
    if items == kept:
        return True
    if len(kept) >= len(items):
        return False
    return kept == list(dict.fromkeys(items))
