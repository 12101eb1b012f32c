"""Raises ValueError when it removes someone who is not there (any more)."""


def is_valid(inp, out):
    remaining = inp.copy()
    for person in out:
        remaining.remove(person)
    if len(remaining) > 0:
        return False
    ages = [person.age for person in out]
    ages.sort()
    for i in range(len(ages)):
        if ages[i] != out[i].age:
            return False
    return True
