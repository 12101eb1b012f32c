"""Counts the numbers of the inputs, and so accepts new ones."""


def is_valid(left, right, merged):
    for x in set(left).union(right):
        if merged.count(x) != left.count(x) + right.count(x):
            return False
    for x, y in zip(merged, merged[1:]):
        if y < x:
            return False
    return True
