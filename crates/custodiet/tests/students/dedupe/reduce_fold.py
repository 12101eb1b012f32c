# correct
from functools import reduce


def is_valid(items, kept):
    return kept == reduce(lambda acc, x: acc if x in acc else acc + [x], items, [])
