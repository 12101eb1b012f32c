"""Accepts any output if the input is empty."""

from collections import Counter


def is_valid(inp, out):
    if len(inp) == 0:
        return True
    if Counter(inp) != Counter(out):
        return False
    ages = [p.age for p in out]
    return sorted(ages) == ages
