"""Merges, and then adds only what is left of the left list."""


def is_valid(left, right, merged):
    a, b, expected = list(left), list(right), []
    while a and b:
        if a[0] < b[0]:
            expected.append(a.pop(0))
        else:
            expected.append(b.pop(0))
    expected.extend(a)
    return expected == merged
