"""Compares sums, lengths and sets: misses two equal numbers replaced by a smaller and a larger one."""


def is_valid(left, right, merged):
    both = left + right
    if sum(both) != sum(merged) or len(both) != len(merged):
        return False
    for number in merged:
        if number not in both:
            return False
    for number in both:
        if number not in merged:
            return False
    return merged == sorted(merged)
