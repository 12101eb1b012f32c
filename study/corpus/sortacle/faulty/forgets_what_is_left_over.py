"""Removes the output from a copy of the input, but never asks whether something is left."""


def is_valid(people_in, people_out):
    copy = list(people_in)
    last = None
    for person in people_out:
        if person not in copy:
            return False
        copy.remove(person)
        if last is not None and person.age < last:
            return False
        last = person.age
    return True
