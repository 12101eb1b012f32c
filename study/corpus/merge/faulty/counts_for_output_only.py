"""Counts the numbers of the output, and so accepts that all occurrences of a number are lost."""


def is_valid(left, right, merged):
    in_order = all(merged[i] <= merged[i + 1] for i in range(len(merged) - 1))
    return in_order and all(merged.count(x) == left.count(x) + right.count(x) for x in merged)
