"""Counts by hand in a dict, up for the inputs and down for the output."""


def is_valid(a, b, result):
    counts = {}
    for n in a:
        if n not in counts:
            counts[n] = 0
        counts[n] += 1
    for n in b:
        if n not in counts:
            counts[n] = 0
        counts[n] += 1

    last = None
    for n in result:
        if last is not None and n < last:
            return False
        last = n
        if n not in counts:
            return False
        counts[n] -= 1

    for n in counts:
        if counts[n] != 0:
            return False
    return True
