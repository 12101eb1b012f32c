"""Leaves out what the input does not have before it compares."""


def is_valid(items, kept):
    expected = []
    for item in items:
        if item not in expected:
            expected.append(item)
    known = [k for k in kept if k in items]
    return known == expected
