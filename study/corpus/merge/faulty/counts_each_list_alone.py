"""Expects a number as often as in each list alone, and so rejects shared numbers unless they are in one list."""


def is_valid(left, right, merged):
    for x in left:
        if merged.count(x) != left.count(x):
            return False
    for x in right:
        if merged.count(x) != right.count(x):
            return False
    return len(merged) == len(left) + len(right) and merged == sorted(merged)
