"""Uses <= for <, so an item may come twice in a row."""


def is_valid(items, kept):
    if set(kept) != set(items):
        return False
    positions = [items.index(k) for k in kept]
    return all(a <= b for a, b in zip(positions, positions[1:]))
