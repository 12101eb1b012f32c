"""Comprehensions with all and any."""


def is_valid(items, kept):
    no_strangers = all(k in items for k in kept)
    nothing_lost = all(item in kept for item in items)
    repeated = any(kept[i] == kept[j] for i in range(len(kept)) for j in range(i))
    if not no_strangers or not nothing_lost or repeated:
        return False
    in_order = all(
        items.index(kept[i]) < items.index(kept[j])
        for j in range(len(kept))
        for i in range(j)
    )
    return in_order
