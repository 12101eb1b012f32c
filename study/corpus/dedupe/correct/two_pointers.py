"""Walks along the input with a place in the output, and returns early."""


def is_valid(items, kept):
    place = 0
    for i in range(len(items)):
        seen_before = False
        for j in range(i):
            if items[j] == items[i]:
                seen_before = True
                break
        if seen_before:
            continue
        if place >= len(kept):
            return False
        if kept[place] != items[i]:
            return False
        place += 1
    if place < len(kept):
        return False
    return True
