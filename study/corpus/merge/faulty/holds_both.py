"""Finds each list inside the output, but lets the same number serve both, and accepts new numbers."""


def subsequence(short, long):
    i = 0
    for x in long:
        if i < len(short) and short[i] == x:
            i += 1
    return i == len(short)


def is_valid(left, right, merged):
    if merged != sorted(merged):
        return False
    return subsequence(left, merged) and subsequence(right, merged)
