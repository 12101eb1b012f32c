"""Checks that the output takes from the two lists in turn, whichever head fits, and forgets which is smaller."""


def is_valid(left, right, merged):
    i = j = 0
    for x in merged:
        if i < len(left) and left[i] == x:
            i += 1
        elif j < len(right) and right[j] == x:
            j += 1
        else:
            return False
    return i == len(left) and j == len(right)
