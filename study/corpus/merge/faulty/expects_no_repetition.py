"""Expects every number only once."""


def is_valid(left, right, merged):
    return merged == sorted(set(left + right))
