"""Says yes as soon as one of the lists is used up."""


def is_valid(items, kept):
    if not items or not kept:
        return True
    head = items[0]
    if kept[0] != head or head in kept[1:]:
        return False
    return is_valid([x for x in items if x != head], kept[1:])
