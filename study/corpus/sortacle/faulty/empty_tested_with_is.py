"""Tests for the empty list with `is`, and so raises ValueError on empty lists."""


def is_valid(people_in, people_out):
    if people_out is []:
        return people_in is []
    youngest = min(p.age for p in people_out)
    rest_in = list(people_in)
    for p in people_out:
        if p.age < youngest or p not in rest_in:
            return False
        youngest = p.age
        rest_in.remove(p)
    return rest_in == []
