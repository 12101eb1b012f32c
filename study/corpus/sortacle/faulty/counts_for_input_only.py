"""Counts the people of the input, and so accepts new people in the output."""


def is_valid(people_in, people_out):
    for p in people_in:
        if people_in.count(p) != people_out.count(p):
            return False
    for i in range(1, len(people_out)):
        if people_out[i].age < people_out[i - 1].age:
            return False
    return True
