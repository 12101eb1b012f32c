# correct
from typing import NamedTuple


class P(NamedTuple):
    age: int
    name: str


def convert(people):
    return [P(person.age, person.name) for person in people]


def is_valid(people_in, people_out):
    a, b = convert(people_in), convert(people_out)
    b_ages = [p.age for p in b]
    a.sort()
    return b_ages == [p.age for p in a] and sorted(b) == a
