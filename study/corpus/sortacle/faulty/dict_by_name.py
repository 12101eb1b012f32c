"""Keeps one age for each name, and so mixes up people who share a name."""


def is_valid(inp, out):
    if len(inp) != len(out):
        return False
    age_of = {}
    for p in inp:
        age_of[p.name] = p.age
    for p in out:
        if p.name not in age_of or age_of[p.name] != p.age:
            return False
    names_in = [p.name for p in inp]
    for p in out:
        if p.name not in names_in:
            return False
        names_in.remove(p.name)
    ages = [p.age for p in out]
    return ages == sorted(ages)
