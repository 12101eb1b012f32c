"""Mixes up the direction: asks for the largest first."""


def is_valid(left, right, merged):
    expected = sorted(left + right, reverse=True)
    return expected == merged
