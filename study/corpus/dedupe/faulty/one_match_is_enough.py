"""Uses any in place of all: one item in order is enough."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(set(kept)) != len(kept):
        return False
    if len(kept) < 2:
        return True
    return any(items.index(a) < items.index(b) for a, b in zip(kept, kept[1:]))
