"""Checks that the same people are listed, but not their order."""

from collections import Counter


def is_valid(people_in, people_out):
    return Counter(people_in) == Counter(people_out)
