"""Allows equal ages only if the same person is repeated."""


def is_valid(people_in, people_out):
    for a, b in zip(people_out, people_out[1:]):
        if a.age >= b.age and a != b:
            return False
    rest = people_in[:]
    for person in people_out:
        if person in rest:
            rest.remove(person)
        else:
            return False
    return rest == []
