"""Asks for growing ages, and so rejects people of the same age."""

from collections import Counter


def is_valid(people_in, people_out):
    for i in range(len(people_out) - 1):
        if not people_out[i].age < people_out[i + 1].age:
            return False
    return Counter(people_in) == Counter(people_out)
