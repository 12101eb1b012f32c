"""Accepts two items in either order if some copies in the input stand that way."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(kept) != len(set(kept)):
        return False
    for i, a in enumerate(kept):
        for b in kept[i + 1:]:
            first_a = items.index(a)
            last_b = len(items) - 1 - items[::-1].index(b)
            if first_a > last_b:
                return False
    return True
