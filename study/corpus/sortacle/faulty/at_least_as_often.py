"""Subtracts the counts in one direction only, and so accepts extra people."""

from collections import Counter


def is_valid(people_in, people_out):
    missing = Counter(people_in) - Counter(people_out)
    ages = [p.age for p in people_out]
    return not missing and ages == sorted(ages)
