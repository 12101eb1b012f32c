"""Demands that something was removed."""


def is_valid(items, kept):
    if items and len(kept) >= len(items):
        return False
    expected = []
    for item in items:
        if item not in expected:
            expected.append(item)
    return kept == expected
