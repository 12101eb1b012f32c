"""Counts the people of the output, and so accepts that someone is left out altogether."""

from collections import Counter


def is_valid(people_in, people_out):
    c_in = Counter(people_in)
    c_out = Counter(people_out)
    if any(c_in[p] != c_out[p] for p in c_out):
        return False
    return all(people_out[i].age <= people_out[i + 1].age for i in range(len(people_out) - 1))
