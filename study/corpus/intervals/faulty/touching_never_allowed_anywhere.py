"""Thinks that intervals may not touch, both when it checks the choice and when it counts what is possible."""


def compatible(a, b):
    return a.end < b.start or b.end < a.start


def best(requests):
    if not requests:
        return 0
    first = requests[0]
    others = requests[1:]
    return max(best(others), 1 + best([o for o in others if compatible(first, o)]))


def is_valid(requests, chosen):
    for i in range(len(chosen)):
        if chosen[i] not in requests:
            return False
        if not all(compatible(chosen[i], other) for other in chosen[i + 1:]):
            return False
    return best(list(requests)) == len(chosen)
