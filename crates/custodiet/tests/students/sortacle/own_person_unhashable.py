# faulty: raises TypeError, its class cannot be hashed
from dataclasses import dataclass


@dataclass
class Person:
    name: str
    age: int


def is_valid(people_in, people_out):
    times = {}
    for p in people_in:
        times[p] = times.get(p, 0) + 1
    for p in people_out:
        if p not in times:
            return False
        times[p] -= 1
    for t in times.values():
        if t != 0:
            return False
    ages = [p.age for p in people_out]
    return ages == sorted(ages)
