"""Rejects only if both the people and the order are wrong."""

from collections import Counter


def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    wrong_people = Counter(people_in) != Counter(people_out)
    wrong_order = ages != sorted(ages)
    if wrong_people and wrong_order:
        return False
    return True
