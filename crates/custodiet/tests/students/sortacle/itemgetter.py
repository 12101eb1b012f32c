# correct
from operator import attrgetter

by_age = attrgetter("age")
by_both = attrgetter("age", "name")


def is_valid(people_in, people_out):
    if [*map(by_age, people_out)] != sorted(map(by_age, people_in)):
        return False
    return sorted(map(by_both, people_out)) == sorted(map(by_both, people_in))
