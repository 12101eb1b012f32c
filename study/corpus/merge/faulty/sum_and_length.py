"""Compares sum and length in place of the numbers."""


def is_valid(left, right, merged):
    if sum(left) + sum(right) != sum(merged):
        return False
    if len(left) + len(right) != len(merged):
        return False
    for i in range(1, len(merged)):
        if merged[i] < merged[i - 1]:
            return False
    return True
