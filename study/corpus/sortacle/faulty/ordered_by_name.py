"""Checks the order of the names in place of the ages."""

from collections import Counter


def is_valid(people_in, people_out):
    names = [p.name for p in people_out]
    if names != sorted(names):
        return False
    return Counter(people_in) == Counter(people_out)
