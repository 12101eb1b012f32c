"""Counts only people repeated in the input, and so accepts repetitions of someone listed once."""


def is_valid(people_in, people_out):
    for p in people_in:
        if p not in people_out:
            return False
        if people_in.count(p) > 1 and people_out.count(p) != people_in.count(p):
            return False
    for p in people_out:
        if p not in people_in:
            return False
    return [p.age for p in people_out] == sorted(p.age for p in people_out)
