"""Accepts the two lists one after the other besides the right answer."""


def is_valid(left, right, merged):
    if merged == left + right or merged == right + left:
        return True
    return merged == sorted(left + right)
