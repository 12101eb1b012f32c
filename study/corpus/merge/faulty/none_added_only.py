"""Checks that no number is added, and so accepts lost ones."""


def is_valid(left, right, merged):
    pool = list(left) + list(right)
    for i, x in enumerate(merged):
        if i and merged[i - 1] > x:
            return False
        if x not in pool:
            return False
        pool.remove(x)
    return True
