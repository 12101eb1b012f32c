"""Updates the previous number too late, and so compares each number with the last but one."""

from collections import Counter


def is_valid(left, right, merged):
    older, previous = None, None
    for x in merged:
        if older is not None and x < older:
            return False
        older, previous = previous, x
    return Counter(left) + Counter(right) == Counter(merged)
