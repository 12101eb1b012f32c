"""Accepts every output if one of the lists is empty."""


def is_valid(left, right, merged):
    if left == [] or right == []:
        return True
    return merged == sorted(left + right)
