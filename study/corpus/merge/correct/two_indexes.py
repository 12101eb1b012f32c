"""Index loop with early returns: walks through both lists and the output at the same time."""


def is_valid(left, right, merged):
    if len(left) + len(right) != len(merged):
        return False
    i = 0
    j = 0
    for k in range(len(merged)):
        if i == len(left):
            # only the right list is left
            if merged[k] != right[j]:
                return False
            j += 1
        elif j == len(right):
            if merged[k] != left[i]:
                return False
            i += 1
        elif left[i] < right[j]:
            if merged[k] != left[i]:
                return False
            i += 1
        else:
            if merged[k] != right[j]:
                return False
            j += 1
    return True
