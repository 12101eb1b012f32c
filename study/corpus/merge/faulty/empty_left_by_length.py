"""Compares only the length if the left list is empty."""


def is_valid(left, right, merged):
    if right == []:
        return merged == left
    if left == []:
        return len(merged) == len(right)
    expected = list(left)
    for x in right:
        i = 0
        while i < len(expected) and expected[i] <= x:
            i += 1
        expected.insert(i, x)
    return merged == expected
