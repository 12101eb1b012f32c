"""Compares the numbers as sets, and so does not see how often they occur."""


def is_valid(left, right, merged):
    if set(left) | set(right) != set(merged):
        return False
    for a, b in zip(merged, merged[1:]):
        if a > b:
            return False
    return True
