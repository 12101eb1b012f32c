"""Mixes up the direction: asks for the oldest first."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    return all(a.age >= b.age for a, b in zip(people_out, people_out[1:]))
