"""Accepts anything after the right output."""


def is_valid(items, kept):
    expected = list(dict.fromkeys(items))
    return kept[:len(expected)] == expected
