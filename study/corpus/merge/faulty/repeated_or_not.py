"""Asks only whether a number is repeated, not how often: misses three for two."""


def is_valid(left, right, merged):
    both = left + right
    for x in both + merged:
        if (both.count(x) == 0) != (merged.count(x) == 0):
            return False
        if (both.count(x) > 1) != (merged.count(x) > 1):
            return False
    return merged == sorted(merged)
