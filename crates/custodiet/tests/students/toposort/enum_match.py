# faulty: accepts duplicates
from enum import Enum


class Problem(Enum):
    MISSING = "missing"
    UNKNOWN = "unknown"
    BACKWARD = "backward"
    NONE = "none"


def find_problem(edges, order):
    known = {v for e in edges for v in e}
    if known - set(order):
        return Problem.MISSING
    if set(order) - known:
        return Problem.UNKNOWN
    for a, b in edges:
        if order.index(a) > order.index(b):
            return Problem.BACKWARD
    return Problem.NONE


def is_valid(edges, order):
    match find_problem(edges, order):
        case Problem.NONE:
            return True
        case Problem.MISSING | Problem.UNKNOWN | Problem.BACKWARD:
            return False
