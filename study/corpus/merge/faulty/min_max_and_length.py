"""Compares smallest, largest and number of elements only."""


def is_valid(left, right, merged):
    both = left + right
    if len(both) != len(merged):
        return False
    if not both:
        return True
    if min(both) != min(merged) or max(both) != max(merged):
        return False
    return all(a <= b for a, b in zip(merged, merged[1:]))
