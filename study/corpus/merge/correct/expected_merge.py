"""Builds the expected list with its own merge and compares."""


def is_valid(left, right, merged):
    a = list(left)
    b = list(right)
    expected = []
    while a and b:
        if a[0] <= b[0]:
            expected.append(a.pop(0))
        else:
            expected.append(b.pop(0))
    while a:
        expected.append(a.pop(0))
    while b:
        expected.append(b.pop(0))

    if len(expected) != len(merged):
        return False
    for got, wanted in zip(merged, expected):
        if got != wanted:
            return False
    return True
