"""Updates the previous age too late, and so compares each person with the last but one."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    previous = None
    current = None
    for person in people_out:
        if previous is not None and person.age < previous:
            return False
        previous = current
        current = person.age
    return True
