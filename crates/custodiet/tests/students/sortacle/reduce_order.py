# correct
from functools import reduce
from collections import Counter


def is_valid(people_in, people_out):
    bag = lambda people: Counter(map(lambda p: (p.age, p.name), people))
    if bag(people_in) != bag(people_out):
        return False

    def step(acc, person):
        ok, last = acc
        return (ok and person.age >= last, person.age)

    return reduce(step, people_out, (True, -1))[0]
