"""Overwrites its answer at each step, so only the last two people decide on the order."""

from collections import Counter


def is_valid(people_in, people_out):
    ordered = True
    for i in range(1, len(people_out)):
        ordered = people_out[i - 1].age <= people_out[i].age
    return ordered and Counter(people_in) == Counter(people_out)
