"""Looks up each number in the counts of both lists, and so raises KeyError if only one list has it."""


def count(numbers):
    table = {}
    for n in numbers:
        table[n] = table.get(n, 0) + 1
    return table


def is_valid(left, right, merged):
    in_left, in_right, in_merged = count(left), count(right), count(merged)
    if merged != sorted(merged) or len(merged) != len(left) + len(right):
        return False
    for n in merged:
        if in_merged[n] != in_left[n] + in_right[n]:
            return False
    return True
