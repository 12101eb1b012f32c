# Too strict: wants the result to be shorter, also if nothing can be simplified.
from dataclasses import dataclass


@dataclass(frozen=True)
class Num:
    value: int


@dataclass(frozen=True)
class Var:
    name: str


@dataclass(frozen=True)
class Add:
    left: object
    right: object


@dataclass(frozen=True)
class Mul:
    left: object
    right: object


def parts(e):
    if isinstance(e, Add) or isinstance(e, Mul):
        return [e] + parts(e.left) + parts(e.right)
    return [e]


def compute(e, x):
    if isinstance(e, Num):
        return e.value
    if isinstance(e, Var):
        return x
    l, r = compute(e.left, x), compute(e.right, x)
    if isinstance(e, Add):
        return l + r
    return l * r


def is_valid(before, after):
    if len(parts(after)) >= len(parts(before)):
        return False
    for part in parts(after):
        if isinstance(part, Add) and Num(0) in (part.left, part.right):
            return False
        if isinstance(part, Mul) and (Num(0) in (part.left, part.right) or Num(1) in (part.left, part.right)):
            return False
    return all(compute(before, x) == compute(after, x) for x in range(-8, 9))
