"""Recursion: the first of the output is the smaller first, and the rest is right without it."""


def same(xs, ys):
    if not xs or not ys:
        return not xs and not ys
    if xs[0] != ys[0]:
        return False
    return same(xs[1:], ys[1:])


def is_valid(left, right, merged):
    if not left:
        return same(right, merged)
    if not right:
        return same(left, merged)
    if not merged:
        return False
    if left[0] <= right[0]:
        if merged[0] != left[0]:
            return False
        return is_valid(left[1:], right, merged[1:])
    if merged[0] != right[0]:
        return False
    return is_valid(left, right[1:], merged[1:])
