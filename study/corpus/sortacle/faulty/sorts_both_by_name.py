"""Sorts both lists by name to compare them: wrong if two people share a name and the sorting has moved them."""


def is_valid(people_in, people_out):
    a = sorted(people_in, key=lambda p: p.name)
    b = sorted(people_out, key=lambda p: p.name)
    if a != b:
        return False
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
    return True
