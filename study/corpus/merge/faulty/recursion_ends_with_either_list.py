"""Stops the recursion when one list is used up, and compares only the length of the rest."""


def is_valid(left, right, merged):
    if not left or not right:
        return len(merged) == len(left) + len(right)
    if not merged:
        return False
    if left[0] <= right[0]:
        return left[0] == merged[0] and is_valid(left[1:], right, merged[1:])
    return right[0] == merged[0] and is_valid(left, right[1:], merged[1:])
