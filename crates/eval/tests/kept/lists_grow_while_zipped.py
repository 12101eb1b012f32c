from heapq import merge
from itertools import zip_longest


def case_0():
    xs, seen = [1], []
    for a, b in zip_longest(xs, [1, 2, 3]):
        seen.append((a, b))
        if len(xs) < 2:
            xs.append(9)
    return seen


def case_1():
    ys = [1]
    merged = merge(ys, [2])
    ys.append(5)
    return list(merged)
