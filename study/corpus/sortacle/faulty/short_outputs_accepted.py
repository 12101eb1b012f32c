"""Accepts every output of at most one person, whatever the input is."""


def is_valid(people_in, people_out):
    if len(people_out) <= 1:
        return True
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
    for p in people_in + people_out:
        if people_in.count(p) != people_out.count(p):
            return False
    return True
