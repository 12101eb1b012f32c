"""Expects the right list behind the left one."""


def is_valid(left, right, merged):
    return merged == left + right
