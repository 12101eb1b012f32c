"""Expects repeated items to disappear altogether."""


def is_valid(items, kept):
    return kept == [item for item in items if items.count(item) == 1]
