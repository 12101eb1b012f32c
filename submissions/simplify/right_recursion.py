# Correct: evaluates at many places, looks at every part, compares the sizes.
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


def evaluate(e, x):
    if isinstance(e, Num):
        return e.value
    if isinstance(e, Var):
        return x
    a, b = evaluate(e.left, x), evaluate(e.right, x)
    return a + b if isinstance(e, Add) else a * b


def simple(e):
    if isinstance(e, (Num, Var)):
        return True
    if isinstance(e, Add) and (e.left == Num(0) or e.right == Num(0)):
        return False
    if isinstance(e, Mul) and any(side in (Num(0), Num(1)) for side in (e.left, e.right)):
        return False
    return simple(e.left) and simple(e.right)


def size(e):
    return 1 if isinstance(e, (Num, Var)) else 1 + size(e.left) + size(e.right)


def is_valid(before, after):
    # Polynomials of such a small degree agree everywhere if they agree here.
    same = all(evaluate(before, x) == evaluate(after, x) for x in range(-5, 20))
    return same and simple(after) and size(after) <= size(before)
