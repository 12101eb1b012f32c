"""Compares ages, names and who is repeated, and so accepts that people listed once exchange their ages."""


def duplicates(people):
    seen = []
    twice = []
    for p in people:
        if p in seen:
            twice.append(p)
        else:
            seen.append(p)
    return twice


def is_valid(people_in, people_out):
    twice_in = duplicates(people_in)
    twice_out = duplicates(people_out)
    if len(twice_in) != len(twice_out) or set(twice_in) != set(twice_out):
        return False
    if {p.name for p in people_in} != {p.name for p in people_out}:
        return False
    if len(people_in) != len(people_out):
        return False
    return [p.age for p in people_out] == sorted(p.age for p in people_in)
