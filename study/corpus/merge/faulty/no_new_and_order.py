"""Accepts that numbers are lost or repeated."""


def is_valid(a, b, c):
    last = None
    for n in c:
        if n not in a and n not in b:
            return False
        if last is not None and last > n:
            return False
        last = n
    return True
