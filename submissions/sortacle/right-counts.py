# Right: everybody is listed equally often, and ages do not decrease.
from collections import Counter


def is_valid(people_in, people_out):
    ages = [person.age for person in people_out]
    return Counter(people_in) == Counter(people_out) and ages == sorted(ages)
