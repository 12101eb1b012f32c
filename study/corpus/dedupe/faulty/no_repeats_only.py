"""Only checks that the output repeats nothing."""


def is_valid(items, kept):
    return len(kept) == len(set(kept))
