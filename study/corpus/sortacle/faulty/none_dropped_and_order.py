"""Accepts new people and repeated people in the output."""


def is_valid(people_in, people_out):
    ages = list(map(lambda p: p.age, people_out))
    return ages == sorted(ages) and all(map(lambda p: p in people_out, people_in))
