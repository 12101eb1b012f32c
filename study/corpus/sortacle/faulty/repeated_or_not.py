"""Asks only whether someone is repeated in both lists, not how often."""


def repeated(people):
    return {p for p in people if people.count(p) > 1}


def is_valid(people_in, people_out):
    if set(people_in) != set(people_out) or repeated(people_in) != repeated(people_out):
        return False
    ages = [p.age for p in people_out]
    return ages == sorted(ages)
