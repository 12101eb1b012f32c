"""Takes away all numbers that the left list holds, and so rejects numbers shared by the lists."""


def is_valid(left, right, merged):
    from_left = [x for x in merged if x in left]
    from_right = [x for x in merged if x not in left]
    return from_left == left and from_right == right and merged == sorted(merged)
