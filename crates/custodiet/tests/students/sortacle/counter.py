# correct
from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    ages = [p.age for p in people_out]
    return ages == sorted(ages)
