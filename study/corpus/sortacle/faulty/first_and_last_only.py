"""Checks only that a youngest comes first and an oldest last."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    if not people_in:
        return True
    ages = [p.age for p in people_in]
    return people_out[0].age == min(ages) and people_out[-1].age == max(ages)
