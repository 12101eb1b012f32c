"""Joins the items, which only works for strings."""


def is_valid(items, kept):
    expected = []
    for item in items:
        if item not in expected:
            expected.append(item)
    return ",".join(expected) == ",".join(kept)
