"""Expects the output to be sorted."""


def is_valid(items, kept):
    if len(kept) != len(set(kept)):
        return False
    return kept == sorted(set(items))
