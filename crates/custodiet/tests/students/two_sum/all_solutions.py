# correct
from itertools import permutations


def solutions(numbers, target):
    return {
        (i, j)
        for (i, a), (j, b) in permutations(enumerate(numbers), 2)
        if a + b == target
    }


def is_valid(numbers, target, answer):
    found = solutions(numbers, target)
    if not found:
        return answer is None
    return answer in found
