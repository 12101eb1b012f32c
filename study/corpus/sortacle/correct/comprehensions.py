"""Comprehensions with all and any: no one new, no one lost, as often as before, in order."""


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    if any(person not in people_in for person in people_out):
        return False
    if any(people_in.count(person) != people_out.count(person) for person in people_in):
        return False
    neighbours = [(people_out[i], people_out[i + 1]) for i in range(len(people_out) - 1)]
    return all(first.age <= second.age for first, second in neighbours)
