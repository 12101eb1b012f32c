"""Accepts any output of the empty input."""


def is_valid(items, kept):
    if len(items) == 0:
        return True
    if kept == [] or kept[0] != items[0] or items[0] in kept[1:]:
        return False
    rest = [x for x in items if x != items[0]]
    if rest == []:
        return len(kept) == 1
    return is_valid(rest, kept[1:])
