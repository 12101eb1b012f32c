"""Stops one too early, and so does not see that the last person is too young."""

from collections import Counter


def is_valid(people_in, people_out):
    in_order = True
    for i in range(len(people_out) - 2):
        if people_out[i].age > people_out[i + 1].age:
            in_order = False
    return in_order and Counter(people_in) == Counter(people_out)
