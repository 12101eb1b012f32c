from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    return people_out == [] or people_out[0].age == min(p.age for p in people_in)
