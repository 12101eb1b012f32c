"""Compares the people of the same age as sets, and only for the ages of the output."""


def of_age(age, people):
    return {p for p in people if p.age == age}


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    last = None
    for p in people_out:
        if of_age(p.age, people_in) != of_age(p.age, people_out):
            return False
        if last is not None and p.age < last.age:
            return False
        last = p
    return True
