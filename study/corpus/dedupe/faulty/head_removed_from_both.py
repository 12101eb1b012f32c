"""Removes each head from both lists altogether, so repeats in the output vanish."""


def without(x, lst):
    return [y for y in lst if y != x]


def is_valid(items, kept):
    if not items or not kept:
        return items == kept
    if items[0] != kept[0]:
        return False
    return is_valid(without(items[0], items), without(items[0], kept))
