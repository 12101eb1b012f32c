"""Counts only people repeated in the output, and so accepts that repetitions of the input are left out."""


def is_valid(people_in, people_out):
    if set(people_in) ^ set(people_out):
        return False
    seen = set()
    last_age = None
    for p in people_out:
        if p in seen and people_out.count(p) != people_in.count(p):
            return False
        seen.add(p)
        if last_age is not None and last_age > p.age:
            return False
        last_age = p.age
    return True
