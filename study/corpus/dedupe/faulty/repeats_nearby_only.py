"""Sees a repeat in the output only one or two places away."""


def is_valid(items, kept):
    if set(items) != set(kept):
        return False
    for i, k in enumerate(kept):
        if k in kept[i + 1:i + 3]:
            return False
    order = []
    for k in kept:
        if k not in order:
            order.append(k)
    return order == [x for i, x in enumerate(items) if x not in items[:i]]
