"""Looks for the numbers of the output in the inputs only, and so accepts one repeated for another that is lost."""


def is_valid(a, b, result):
    if len(result) != len(a) + len(b):
        return False
    for i in range(len(result)):
        if result[i] not in a + b:
            return False
        if i > 0 and result[i] < result[i - 1]:
            return False
    return True
