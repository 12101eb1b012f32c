"""Takes a shortcut for lists that do not overlap, and otherwise compares length and order only."""


def is_valid(left, right, merged):
    if not left or not right or left[-1] <= right[0]:
        return merged == left + right
    if right[-1] <= left[0]:
        return merged == right + left
    return len(merged) == len(left) + len(right) and merged == sorted(merged)
