"""Rejects an output that equals the input, unless both are empty or single."""


def is_valid(items, kept):
    if len(items) > 1 and items == kept:
        return False
    if any(k in kept[:i] for i, k in enumerate(kept)):
        return False
    return [x for i, x in enumerate(items) if x not in items[:i]] == kept
