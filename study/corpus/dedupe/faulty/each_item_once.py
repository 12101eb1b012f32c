"""Checks that each item of the input is kept once, but not that nothing else is there."""


def is_valid(items, kept):
    for item in items:
        if kept.count(item) != 1:
            return False
    return True
