"""Looks for the inputs in the output by membership only, and so accepts new and repeated numbers."""


def is_valid(left, right, merged):
    if not all(x in merged for x in left):
        return False
    if not all(x in merged for x in right):
        return False
    return all(merged[i] <= merged[i + 1] for i in range(len(merged) - 1))
