"""Filters the output by each list and compares lengths only, so a repetition may stand for another."""


def is_valid(left, right, merged):
    if merged != sorted(merged) or len(merged) != len(left) + len(right):
        return False
    from_left = [x for x in merged if x in left]
    from_right = [x for x in merged if x in right]
    return len(from_left) >= len(left) and len(from_right) >= len(right)
