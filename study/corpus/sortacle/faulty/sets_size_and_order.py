"""Compares sets and lengths: accepts one repetition in place of another."""


def is_valid(people_in, people_out):
    same = set(people_in) == set(people_out) and len(people_in) == len(people_out)
    ages = [person.age for person in people_out]
    return same and ages == sorted(ages)
