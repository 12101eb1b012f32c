"""Accepts an output that stops too early."""


def is_valid(items, kept):
    expected = []
    for item in items:
        if item not in expected:
            expected.append(item)
    for i in range(len(kept)):
        if i >= len(expected) or kept[i] != expected[i]:
            return False
    return True
