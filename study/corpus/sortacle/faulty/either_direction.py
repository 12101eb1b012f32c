"""Accepts a descending order as well."""


def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    up = ages == sorted(ages)
    down = ages == sorted(ages, reverse=True)
    same = all(people_in.count(p) == people_out.count(p) for p in people_in + people_out)
    return same and (up or down)
