"""Expects the last occurrence of each item."""


def is_valid(items, kept):
    expected = []
    for item in reversed(items):
        if item not in expected:
            expected.append(item)
    expected.reverse()
    return kept == expected
