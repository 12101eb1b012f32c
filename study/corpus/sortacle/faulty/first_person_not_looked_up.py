"""Counts the people from the second on only, and so accepts a stranger or a repetition in the first place."""


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for i in range(1, len(people_out)):
        if people_out[i - 1].age > people_out[i].age:
            return False
        if people_out[i:].count(people_out[i]) > people_in.count(people_out[i]):
            return False
    return True
