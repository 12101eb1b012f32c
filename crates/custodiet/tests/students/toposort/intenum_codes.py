# correct
from enum import IntEnum


class Code(IntEnum):
    OK = 0
    WRONG_VERTICES = 1
    WRONG_ORDER = 2


def check(edges, order):
    vertices = sorted({repr(v) for e in edges for v in e})
    if sorted(map(repr, order)) != vertices:
        return Code.WRONG_VERTICES
    done = []
    for v in order:
        if any(target in done for source, target in edges if source == v):
            return Code.WRONG_ORDER
        done += [v]
    return Code.OK


def is_valid(edges, order):
    return check(edges, order) == Code.OK
