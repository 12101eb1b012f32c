"""Checks the order only if there are more than two people."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    if len(people_out) > 2:
        for i in range(len(people_out) - 1):
            if people_out[i].age > people_out[i + 1].age:
                return False
    return True
