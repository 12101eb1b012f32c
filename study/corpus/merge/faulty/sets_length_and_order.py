"""Compares sets and lengths: accepts one number repeated in the place of another."""


def is_valid(left, right, merged):
    same_numbers = set(left + right) == set(merged)
    same_length = len(left + right) == len(merged)
    in_order = sorted(merged) == merged
    return same_numbers and same_length and in_order
