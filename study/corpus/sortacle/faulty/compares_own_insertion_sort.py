"""Compares with an insertion sort of its own that puts later people before those of the same age."""


def insert(person, people):
    if not people:
        return [person]
    if person.age <= people[0].age:
        return [person] + people
    return [people[0]] + insert(person, people[1:])


def is_valid(people_in, people_out):
    expected = []
    for person in people_in:
        expected = insert(person, expected)
    return expected == people_out
