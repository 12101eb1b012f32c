# faulty: accepts lists that are not in order, the generator is used up
from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    ages = (p.age for p in people_out)
    smallest = min(ages, default=0)
    if any(a < smallest for a in ages):
        return False
    return all(x <= y for x, y in zip(ages, ages))
