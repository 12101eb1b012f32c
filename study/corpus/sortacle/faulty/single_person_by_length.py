"""Compares only the lengths if the output has at most one person."""

from collections import Counter


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    if len(people_out) < 2:
        return True
    ages = [p.age for p in people_out]
    return ages == sorted(ages) and Counter(people_in) == Counter(people_out)
