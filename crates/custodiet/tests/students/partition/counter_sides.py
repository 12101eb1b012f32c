# correct
from collections import Counter


def is_valid(numbers, pivot, split):
    low = Counter(n for n in numbers if n < pivot)
    high = Counter(n for n in numbers if n >= pivot)
    return Counter(split.before) == low and Counter(split.after) == high
