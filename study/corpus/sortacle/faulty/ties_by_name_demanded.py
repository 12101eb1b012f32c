"""Demands that people of the same age are ordered by name."""


def is_valid(people_in, people_out):
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
        if a.age == b.age and a.name > b.name:
            return False
    left = list(people_in)
    for p in people_out:
        if left.count(p) == 0:
            return False
        left.remove(p)
    return len(left) == 0
