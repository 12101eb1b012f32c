"""Walks off the end of an output that is too short (IndexError)."""


def is_valid(items, kept):
    i = 0
    seen = []
    for item in items:
        if item not in seen:
            if kept[i] != item:
                return False
            seen.append(item)
            i += 1
    return i == len(kept)
