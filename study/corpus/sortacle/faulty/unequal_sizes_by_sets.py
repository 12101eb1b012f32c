"""Counts only if the lengths agree; otherwise it compares sets."""

from collections import Counter


def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    if ages != sorted(ages):
        return False
    if len(people_in) > len(people_out):
        return False
    if len(people_in) == len(people_out):
        return Counter(people_in) == Counter(people_out)
    return set(people_in) == set(people_out)
