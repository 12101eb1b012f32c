"""Rejects the empty output of the empty input."""


def is_valid(items, kept):
    if not items or not kept:
        return False
    expected = []
    for x in items:
        if expected.count(x) == 0:
            expected.append(x)
    return expected == kept
