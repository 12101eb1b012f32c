"""Adds the numbers of the right list only if the left list does not hold them."""


def is_valid(left, right, merged):
    expected = list(left)
    for x in right:
        if x not in left:
            expected.append(x)
    expected.sort()
    if len(expected) != len(merged):
        return False
    for i in range(len(expected)):
        if expected[i] != merged[i]:
            return False
    return True
