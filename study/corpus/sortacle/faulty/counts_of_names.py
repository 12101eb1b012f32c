"""Counts names in place of people: misses repetitions exchanged between two people who share a name."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(p.name for p in people_in) != Counter(p.name for p in people_out):
        return False
    if set(people_in) != set(people_out):
        return False
    for i in range(1, len(people_out)):
        if people_out[i - 1].age > people_out[i].age:
            return False
    return True
