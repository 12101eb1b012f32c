"""Finds people with `index`, and so does not see a second occurrence that stands too late."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    for p in people_in:
        for q in people_in:
            if p.age < q.age and people_out.index(p) > people_out.index(q):
                return False
    return True
