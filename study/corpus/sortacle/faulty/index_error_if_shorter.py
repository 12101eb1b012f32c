"""Raises IndexError if the output is shorter than the input."""

from collections import Counter


def is_valid(people_in, people_out):
    ages = sorted(p.age for p in people_in)
    for i in range(len(people_in)):
        if people_out[i].age != ages[i]:
            return False
    return Counter(people_out) == Counter(people_in)
