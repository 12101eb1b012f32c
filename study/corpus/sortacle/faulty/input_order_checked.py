"""Checks the order of the input in place of the output."""

from collections import Counter


def is_valid(people_in, people_out):
    for a, b in zip(people_in, people_in[1:]):
        if a.age > b.age:
            return False
    return Counter(people_in) == Counter(people_out)
