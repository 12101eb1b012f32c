"""Only asks whether the first item comes again."""


def is_valid(items, kept):
    if set(kept) != set(items):
        return False
    if kept and kept.count(kept[0]) > 1:
        return False
    order = []
    for k in kept:
        if k not in order:
            order.append(k)
    return order == list(dict.fromkeys(items))
