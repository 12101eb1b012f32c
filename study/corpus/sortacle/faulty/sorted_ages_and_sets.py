"""Compares the list of ages and the sets of people: misses repetitions exchanged among people of the same age."""


def is_valid(people_in, people_out):
    expected_ages = sorted([person.age for person in people_in])
    actual_ages = [person.age for person in people_out]
    if expected_ages != actual_ages:
        return False
    for person in people_in:
        if person not in people_out:
            return False
    for person in people_out:
        if person not in people_in:
            return False
    return True
