"""Rejects every output if one of the lists is empty."""


def is_valid(left, right, merged):
    if not left or not right:
        return False
    return merged == sorted(left + right)
