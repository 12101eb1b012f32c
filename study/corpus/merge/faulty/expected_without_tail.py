"""Merges until one list is used up, and forgets what is left of the other."""


def is_valid(left, right, merged):
    expected = []
    i, j = 0, 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            expected.append(left[i])
            i += 1
        else:
            expected.append(right[j])
            j += 1
    return merged == expected
