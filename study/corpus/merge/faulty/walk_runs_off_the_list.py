"""Raises IndexError when one list is used up before the other."""


def is_valid(left, right, merged):
    if len(left) + len(right) != len(merged):
        return False
    i = j = 0
    for x in merged:
        if left[i] <= right[j]:
            if x != left[i]:
                return False
            i += 1
        else:
            if x != right[j]:
                return False
            j += 1
    return True
