"""Compares the sets and the sorted numbers of times, not who is listed how often."""

from collections import Counter


def is_valid(people_in, people_out):
    c1 = Counter(people_in)
    c2 = Counter(people_out)
    if c1.keys() != c2.keys():
        return False
    if sorted(c1.values()) != sorted(c2.values()):
        return False
    return all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
