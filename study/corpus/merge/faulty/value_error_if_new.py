"""Raises ValueError when it removes a number that is not there (any more)."""


def is_valid(left, right, merged):
    rest = left + right
    for x in merged:
        rest.remove(x)
    if len(rest) != 0:
        return False
    for i in range(len(merged) - 1):
        if merged[i] > merged[i + 1]:
            return False
    return True
