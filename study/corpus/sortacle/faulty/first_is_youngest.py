"""Checks only that the first person is a youngest one."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    return all(people_out[0].age <= p.age for p in people_out)
