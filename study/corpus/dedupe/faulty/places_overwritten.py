"""Remembers the last place of each item, and lets an item come twice in a row."""


def is_valid(items, kept):
    if set(items) != set(kept):
        return False
    place = {item: i for i, item in enumerate(items)}
    for a, b in zip(kept, kept[1:]):
        if place[a] > place[b]:
            return False
    return True
