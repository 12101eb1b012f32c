"""Walks through the expected numbers, and so accepts more numbers at the end, even in disorder."""


def is_valid(left, right, merged):
    expected = sorted(left + right)
    if len(merged) < len(expected):
        return False
    for i in range(len(expected)):
        if merged[i] != expected[i]:
            return False
    return True
