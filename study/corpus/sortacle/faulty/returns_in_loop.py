"""Returns inside the loop, and so looks at the first two people only."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
        else:
            return True
    return True
