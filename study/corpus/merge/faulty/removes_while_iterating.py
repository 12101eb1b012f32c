"""Removes from the list over which it loops, and so checks only every other number."""


def is_valid(left, right, merged):
    if merged != sorted(merged) or len(merged) != len(left) + len(right):
        return False
    rest = left + right
    found = list(merged)
    for x in rest:
        if x not in found:
            return False
        found.remove(x)
        rest.remove(x)
    return True
