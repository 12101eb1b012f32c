# Too lax: looks at the outermost operation only, and never at the size.
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


def value(e, x):
    name = type(e).__name__
    if name == "Num":
        return e.value
    if name == "Var":
        return x
    if name == "Add":
        return value(e.left, x) + value(e.right, x)
    return value(e.left, x) * value(e.right, x)


def is_valid(before, after):
    for x in range(-3, 8):
        if value(before, x) != value(after, x):
            return False
    if isinstance(after, Add):
        return Num(0) not in [after.left, after.right]
    if isinstance(after, Mul):
        return not {Num(0), Num(1)} & {after.left, after.right}
    return True
