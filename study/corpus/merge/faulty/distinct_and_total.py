"""Compares how many numbers there are, how many distinct ones, and the largest."""


def is_valid(left, right, merged):
    both = left + right
    if len(both) != len(merged) or len(set(both)) != len(set(merged)):
        return False
    if both and max(both) != merged[-1]:
        return False
    return merged == sorted(merged)
