"""Goes on to the next place after it took something out, so it misses every second copy."""


def is_valid(items, kept):
    copy = list(items)
    i = 0
    while i < len(copy):
        if copy[i] in copy[:i]:
            copy.pop(i)
        i += 1
    return kept == copy
