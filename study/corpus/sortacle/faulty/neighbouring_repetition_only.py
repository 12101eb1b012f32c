"""Sees an unwanted repetition only if the two stand next to each other, and a forgotten one never."""


def is_valid(people_in, people_out):
    if set(people_in) != set(people_out):
        return False
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
        if a == b and people_in.count(a) < 2:
            return False
    return True
