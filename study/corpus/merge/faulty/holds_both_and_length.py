"""Finds each list inside the output and compares lengths: a shared number may serve both and make room for another."""


def inside(small, big):
    rest = list(big)
    for x in small:
        if x not in rest:
            return False
        rest.remove(x)
    return True


def is_valid(left, right, merged):
    sizes = len(left) + len(right) == len(merged)
    contents = inside(left, merged) and inside(right, merged)
    order = all(a <= b for a, b in zip(merged, merged[1:]))
    return sizes and contents and order
