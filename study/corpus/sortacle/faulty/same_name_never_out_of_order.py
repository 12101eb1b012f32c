"""Does not compare the ages of neighbours who share a name."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    for a, b in zip(people_out, people_out[1:]):
        if a.name != b.name and a.age > b.age:
            return False
    return True
