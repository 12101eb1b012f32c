"""Walks through the lists as it should, but does not ask whether they are used up at the end."""


def is_valid(left, right, merged):
    i = j = 0
    for x in merged:
        if i < len(left) and (j >= len(right) or left[i] <= right[j]):
            if x != left[i]:
                return False
            i += 1
        elif j < len(right):
            if x != right[j]:
                return False
            j += 1
        else:
            return False
    return True
