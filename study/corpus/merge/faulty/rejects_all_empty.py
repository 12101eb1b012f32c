"""Rejects the empty output of two empty lists."""


def is_valid(left, right, merged):
    if len(merged) == 0:
        return False
    return sorted(left + right) == merged
