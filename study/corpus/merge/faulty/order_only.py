"""Only checks the order of the output."""


def is_valid(left, right, merged):
    for i in range(len(merged) - 1):
        if merged[i] > merged[i + 1]:
            return False
    return True
