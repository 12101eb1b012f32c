"""Accepts any part of the input that repeats nothing, so items may be lost."""


def is_subsequence(small, big):
    if not small:
        return True
    if not big:
        return False
    if small[0] == big[0]:
        return is_subsequence(small[1:], big[1:])
    return is_subsequence(small, big[1:])


def is_valid(items, kept):
    return is_subsequence(kept, items) and len(set(kept)) == len(kept)
