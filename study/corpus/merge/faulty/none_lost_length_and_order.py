"""Looks for the inputs in the output only, and so accepts a new number in the place of a repeated one."""


def is_valid(left, right, merged):
    for x in left:
        if x not in merged:
            return False
    for x in right:
        if x not in merged:
            return False
    if len(merged) != len(left) + len(right):
        return False
    previous = merged[0] if merged else None
    for x in merged:
        if x < previous:
            return False
        previous = x
    return True
