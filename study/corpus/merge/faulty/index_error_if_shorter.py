"""Raises IndexError if the output lacks numbers at the end."""


def is_valid(left, right, merged):
    expected = sorted(left + right)
    for i in range(len(expected)):
        if merged[i] != expected[i]:
            return False
    return len(merged) == len(expected)
