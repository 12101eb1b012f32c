"""Forgets the case of equal heads, and so rejects numbers shared by the lists."""


def is_valid(left, right, merged):
    if not left or not right:
        return merged == left + right
    if not merged:
        return False
    if left[0] < right[0]:
        return merged[0] == left[0] and is_valid(left[1:], right, merged[1:])
    if left[0] > right[0]:
        return merged[0] == right[0] and is_valid(left, right[1:], merged[1:])
    return False
