"""Compares the ages only, and so accepts changed names."""


def is_valid(people_in, people_out):
    ages_in = [person.age for person in people_in]
    ages_out = [person.age for person in people_out]
    return sorted(ages_in) == ages_out
