"""Stops the recursion when the output is used up, and so accepts the beginning of the right answer."""


def is_valid(left, right, merged):
    if not merged:
        return True
    if left and left[0] == merged[0] and (not right or left[0] <= right[0]):
        return is_valid(left[1:], right, merged[1:])
    if right and right[0] == merged[0] and (not left or right[0] <= left[0]):
        return is_valid(left, right[1:], merged[1:])
    return False
