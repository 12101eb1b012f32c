"""Counts shared numbers only up to two, but all others as it should."""

from collections import Counter


def is_valid(left, right, merged):
    a, b, c = Counter(left), Counter(right), Counter(merged)
    for x in a.keys() | b.keys() | c.keys():
        if a[x] and b[x]:
            if c[x] < 2:
                return False
        elif c[x] != a[x] + b[x]:
            return False
    return all(x <= y for x, y in zip(merged, merged[1:]))
