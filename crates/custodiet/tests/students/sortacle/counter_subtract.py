# correct
from collections import Counter
from itertools import pairwise


def is_valid(people_in, people_out):
    difference = Counter()
    difference.update((p.name, p.age) for p in people_in)
    difference.subtract((p.name, p.age) for p in people_out)
    if any(difference.values()):
        return False
    return not any(a.age > b.age for a, b in pairwise(people_out))
