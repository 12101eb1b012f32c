"""Expects an empty output if one of the lists is empty."""


def is_valid(left, right, merged):
    if len(left) == 0 or len(right) == 0:
        return len(merged) == 0
    expected = left + right
    expected.sort()
    return merged == expected
