"""Compares with zip, which stops at the shorter list, and so accepts lost or added numbers at the end."""


def is_valid(left, right, merged):
    expected = sorted(left + right)
    for a, b in zip(expected, merged):
        if a != b:
            return False
    return True
