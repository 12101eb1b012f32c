"""Toggles numbers in a set, and so knows only whether they occur an even or odd number of times."""


def is_valid(left, right, merged):
    if len(left) + len(right) != len(merged):
        return False
    odd = set()
    for x in left + right + merged:
        odd ^= {x}
    return not odd and merged == sorted(merged)
