"""Compares the people as sets, so it does not see how often someone is listed."""


def is_valid(people_in, people_out):
    if set(people_in) != set(people_out):
        return False
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
    return True
