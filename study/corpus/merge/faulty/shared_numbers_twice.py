"""Expects shared numbers exactly twice, and so is wrong if one of the lists repeats them."""


def is_valid(left, right, merged):
    shared = set(left) & set(right)
    for x in set(left) | set(right) | set(merged):
        if x in shared:
            if merged.count(x) != 2:
                return False
        elif merged.count(x) != left.count(x) + right.count(x):
            return False
    return merged == sorted(merged)
