# correct
from enum import Enum, auto


class Verdict(Enum):
    OK = auto()
    EXTRA = auto()
    MISSING = auto()
    DUPLICATE = auto()
    UNSORTED = auto()


def diagnose(edges, order):
    vertices = {v for e in edges for v in e}
    seen = []
    for v in order:
        if v not in vertices:
            return Verdict.EXTRA
        if v in seen:
            return Verdict.DUPLICATE
        for a, b in edges:
            if a == v and b in seen:
                return Verdict.UNSORTED
        seen.append(v)
    if len(seen) < len(vertices):
        return Verdict.MISSING
    return Verdict.OK


def is_valid(edges, order):
    return diagnose(edges, order) is Verdict.OK
