"""Expects the output the wrong way round."""


def is_valid(items, kept):
    expected = []
    for item in items:
        if item not in expected:
            expected.insert(0, item)
    return kept == expected
