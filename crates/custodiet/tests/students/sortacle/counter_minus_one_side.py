# faulty: accepts extra people, the difference of counters drops negative counts
from collections import Counter


def is_valid(people_in, people_out):
    leftover = Counter(people_in) - Counter(people_out)
    if leftover:
        return False
    for earlier, later in zip(people_out[:-1], people_out[1:]):
        if earlier.age > later.age:
            return False
    return True
