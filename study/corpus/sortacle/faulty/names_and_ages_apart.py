"""Compares names and ages separately, and so accepts people who exchanged their ages."""

from collections import Counter


def is_valid(people_in, people_out):
    ages_in = [p.age for p in people_in]
    ages_out = [p.age for p in people_out]
    if ages_out != sorted(ages_in):
        return False
    return Counter(p.name for p in people_in) == Counter(p.name for p in people_out)
