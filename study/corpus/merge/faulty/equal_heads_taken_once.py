"""Moves on in both lists when their first numbers are equal, and so expects a shared number once."""


def is_valid(left, right, merged):
    i = j = 0
    expected = []
    while i < len(left) and j < len(right):
        if left[i] < right[j]:
            expected.append(left[i])
            i += 1
        elif left[i] > right[j]:
            expected.append(right[j])
            j += 1
        else:
            expected.append(left[i])
            i += 1
            j += 1
    expected += left[i:] + right[j:]
    return merged == expected
