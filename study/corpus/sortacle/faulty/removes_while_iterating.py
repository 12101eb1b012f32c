"""Removes from the list over which it loops, and so skips every other person."""


def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    if ages != sorted(ages) or len(people_in) != len(people_out):
        return False
    rest = list(people_in)
    other = list(people_out)
    for p in rest:
        if p not in other:
            return False
        other.remove(p)
        rest.remove(p)
    return True
