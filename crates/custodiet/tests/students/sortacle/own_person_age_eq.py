# faulty: accepts other people of the same age, its class compares ages
from functools import total_ordering


@total_ordering
class Person:
    def __init__(self, name, age):
        self.name = name
        self.age = age

    def __eq__(self, other):
        return self.age == other.age

    def __lt__(self, other):
        return self.age < other.age


def is_valid(people_in, people_out):
    return sorted(people_in) == people_out
