"""Asks whether numbers are repeated and how many there are: misses three and two for two and three."""


def repeated(numbers):
    return {a for a, b in zip(numbers, numbers[1:]) if a == b}


def is_valid(left, right, merged):
    both = sorted(left + right)
    if merged != sorted(merged) or len(merged) != len(both):
        return False
    return set(both) == set(merged) and repeated(both) == repeated(merged)
