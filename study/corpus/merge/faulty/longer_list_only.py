"""Looks only for the longer of the two lists in the output."""


def is_valid(left, right, merged):
    if len(left) + len(right) != len(merged) or merged != sorted(merged):
        return False
    longer = left if len(left) >= len(right) else right
    for x in longer:
        if merged.count(x) < longer.count(x):
            return False
    return True
