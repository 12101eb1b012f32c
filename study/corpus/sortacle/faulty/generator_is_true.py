"""Forgets `all` in the condition on the order; a generator is always true."""


def is_valid(people_in, people_out):
    for person in people_in + people_out:
        if people_in.count(person) != people_out.count(person):
            return False
    if (people_out[i].age <= people_out[i + 1].age for i in range(len(people_out) - 1)):
        return True
    return False
