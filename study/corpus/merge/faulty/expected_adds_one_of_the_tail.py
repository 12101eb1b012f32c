"""Merges, and then adds only one number of what is left (`if` for `while`)."""


def is_valid(left, right, merged):
    expected = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            expected += [left[i]]
            i += 1
        else:
            expected += [right[j]]
            j += 1
    if i < len(left):
        expected += [left[i]]
    if j < len(right):
        expected += [right[j]]
    return expected == merged
