"""Ticks off a number in both lists at once (`if` for `elif`), and so wants shared numbers once."""


def is_valid(left, right, merged):
    if merged != sorted(merged):
        return False
    i = 0
    j = 0
    for x in merged:
        found = False
        if i < len(left) and x == left[i]:
            i += 1
            found = True
        if j < len(right) and x == right[j]:
            j += 1
            found = True
        if not found:
            return False
    return i == len(left) and j == len(right)
