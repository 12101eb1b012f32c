"""Compares with one particular answer, the stable one."""


def is_valid(people_in, people_out):
    return people_out == sorted(people_in, key=lambda person: person.age)
