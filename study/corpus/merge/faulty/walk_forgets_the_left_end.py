"""Walks through the lists as it should, but asks at the end only for the right one."""


def is_valid(left, right, merged):
    rest_left, rest_right = list(left), list(right)
    for x in merged:
        if rest_left and (not rest_right or rest_left[0] <= rest_right[0]):
            head = rest_left.pop(0)
        elif rest_right:
            head = rest_right.pop(0)
        else:
            return False
        if head != x:
            return False
    return not rest_right
