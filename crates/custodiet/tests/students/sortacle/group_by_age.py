# correct
from itertools import groupby


def is_valid(people_in, people_out):
    by_age = {}
    for p in people_in:
        by_age.setdefault(p.age, []).append(p.name)
    groups = [(age, sorted(p.name for p in run)) for age, run in groupby(people_out, key=lambda p: p.age)]
    expected = [(age, sorted(by_age[age])) for age in sorted(by_age)]
    return groups == expected
