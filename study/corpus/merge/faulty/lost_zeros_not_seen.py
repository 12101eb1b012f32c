"""Asks with `any` whether something is left over, and so accepts that zeros are lost."""


def is_valid(left, right, merged):
    for a, b in zip(merged, merged[1:]):
        if a > b:
            return False
    rest = left + right
    for x in merged:
        if x in rest:
            rest.remove(x)
        else:
            return False
    return not any(rest)
