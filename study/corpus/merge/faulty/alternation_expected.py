"""Expects numbers of the two lists in turn."""

from itertools import zip_longest


def is_valid(left, right, merged):
    expected = []
    for a, b in zip_longest(left, right):
        pair = [x for x in (a, b) if x is not None]
        expected.extend(sorted(pair))
    return merged == expected
