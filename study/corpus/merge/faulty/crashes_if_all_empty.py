"""Raises ValueError if there are no numbers at all."""


def is_valid(left, right, merged):
    rest = list(merged)
    low = min(rest)
    for n in rest:
        if n < low:
            return False
        low = n
    for n in left + right:
        if n not in rest:
            return False
        rest.remove(n)
    return rest == []
