"""Checks order and length, but not which numbers there are."""


def is_sorted(xs):
    return xs == sorted(xs)


def is_valid(left, right, merged):
    if not is_sorted(merged):
        return False
    if len(merged) != len(left) + len(right):
        return False
    return True
