"""Lets a stranger take the place of an item, since the length is still right."""


def is_valid(items, kept):
    if len(kept) != len(set(items)) or len(set(kept)) != len(kept):
        return False
    place = {item: i for i, item in reversed(list(enumerate(items)))}
    previous = -1
    for k in kept:
        if k in place:
            if place[k] < previous:
                return False
            previous = place[k]
    return True
