# correct
import itertools
import math


def is_valid(people_in, people_out):
    """Tries every permutation of the input. Slow, so longer lists are counted."""
    if len(people_in) != len(people_out):
        return False
    if any(a.age > b.age for a, b in zip(people_out, people_out[1:])):
        return False
    if math.factorial(len(people_in)) <= 5040:
        return tuple(people_out) in itertools.permutations(people_in)
    return all(people_in.count(p) == people_out.count(p) for p in people_in)
