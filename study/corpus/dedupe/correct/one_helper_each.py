"""One small function for each property, joined by and."""


def same_elements(items, kept):
    """Nothing is invented and nothing is lost."""
    return set(items) <= set(kept) and set(kept) <= set(items)


def no_duplicates(kept):
    seen = set()
    for k in kept:
        if k in seen:
            return False
        seen.add(k)
    return True


def keeps_first_order(items, kept):
    """The positions of the kept items in the input go up."""
    positions = [items.index(k) for k in kept]
    for before, after in zip(positions, positions[1:]):
        if before >= after:
            return False
    return True


def is_valid(items, kept):
    return (
        same_elements(items, kept)
        and no_duplicates(kept)
        and keeps_first_order(items, kept)
    )
