"""Counts the numbers of the left list only; those of the right one must merely occur."""


def is_valid(left, right, merged):
    for x in left:
        if merged.count(x) != left.count(x) + right.count(x):
            return False
    for x in right:
        if x not in merged:
            return False
    for x in merged:
        if x not in left and x not in right:
            return False
    return merged == sorted(merged)
