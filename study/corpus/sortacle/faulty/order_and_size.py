"""Checks order and length, but not who is listed."""


def same_length(a, b):
    return len(a) == len(b)


def is_sorted(people):
    return all(x.age <= y.age for x, y in zip(people, people[1:]))


def is_valid(people_in, people_out):
    return same_length(people_in, people_out) and is_sorted(people_out)
