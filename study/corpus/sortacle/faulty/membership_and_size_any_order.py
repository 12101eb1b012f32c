"""Forgets the order, and checks the people by membership and length only."""


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for person in people_in:
        if person not in people_out:
            return False
    return True
