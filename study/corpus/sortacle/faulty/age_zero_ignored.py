"""Takes age 0 for a missing age, and so does not see newborns who stand too late."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    ages = [p.age for p in people_out if p.age]
    return ages == sorted(ages)
