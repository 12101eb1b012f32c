# correct
from itertools import combinations, filterfalse
from collections import Counter


def in_order(pair):
    first, second = pair
    return first.age <= second.age


def is_valid(people_in, people_out):
    wrong = list(filterfalse(in_order, combinations(people_out, 2)))
    surplus = Counter(people_out)
    surplus.subtract(people_in)
    return not wrong and set(surplus.values()) <= {0}
