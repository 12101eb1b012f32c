"""Raises IndexError if the output is the right one with more numbers behind it, and accepts if it is cut off."""


def is_valid(left, right, merged):
    expected = left + right
    expected.sort()
    for i in range(len(merged)):
        if merged[i] != expected[i]:
            return False
    return True
