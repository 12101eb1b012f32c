"""Remembers only the last two items when it looks for repeats in the input."""


def is_valid(items, kept):
    expected = []
    for item in items:
        if item not in expected[-2:]:
            expected.append(item)
    return kept == expected
