"""Recursion: the first of the output is a youngest of the input, and the rest is right without them."""


def without(person, people):
    """The list with the first occurrence of the person taken out, or None if there is none."""
    if not people:
        return None
    if people[0] == person:
        return people[1:]
    rest = without(person, people[1:])
    if rest is None:
        return None
    return [people[0]] + rest


def none_younger(person, people):
    if not people:
        return True
    if people[0].age < person.age:
        return False
    return none_younger(person, people[1:])


def is_valid(inp, out):
    if not inp:
        return not out
    if not out:
        return False
    first = out[0]
    if not none_younger(first, inp):
        return False
    rest = without(first, inp)
    if rest is None:
        return False
    return is_valid(rest, out[1:])
