"""Checks how many people have each age and how many names there are, but not how often each person is listed."""


def is_valid(people_in, people_out):
    by_age = {}
    for p in people_in:
        by_age[p.age] = by_age.get(p.age, 0) + 1
    previous = None
    for p in people_out:
        if p not in people_in:
            return False
        by_age[p.age] -= 1
        if previous is not None and p.age < previous:
            return False
        previous = p.age
    nobody_left = all(n == 0 for n in by_age.values())
    return nobody_left and len({p.name for p in people_in}) == len({p.name for p in people_out})
