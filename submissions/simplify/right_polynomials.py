# Correct: multiplies everything out and compares the coefficients.
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


class Polynomial:
    """Coefficients by degree; those that are 0 are left out."""

    def __init__(self, terms):
        self.terms = {degree: factor for degree, factor in terms.items() if factor != 0}

    def __add__(self, other):
        terms = dict(self.terms)
        for degree, factor in other.terms.items():
            terms[degree] = terms.get(degree, 0) + factor
        return Polynomial(terms)

    def __mul__(self, other):
        terms = {}
        for a, x in self.terms.items():
            for b, y in other.terms.items():
                terms[a + b] = terms.get(a + b, 0) + x * y
        return Polynomial(terms)

    def __eq__(self, other):
        return self.terms == other.terms


def polynomial(e):
    match e:
        case Num(value=number):
            return Polynomial({0: number})
        case Var():
            return Polynomial({1: 1})
        case Add(left=a, right=b):
            return polynomial(a) + polynomial(b)
        case Mul(left=a, right=b):
            return polynomial(a) * polynomial(b)
        case _:
            raise TypeError(f"not an expression: {e!r}")


def walk(e):
    yield e
    if isinstance(e, (Add, Mul)):
        yield from walk(e.left)
        yield from walk(e.right)


def has_work_left(e):
    useless = {Add: [Num(0)], Mul: [Num(0), Num(1)]}.get(type(e), [])
    return any(operand in useless for operand in (getattr(e, "left", None), getattr(e, "right", None)))


def is_valid(before, after):
    if polynomial(before) != polynomial(after):
        return False
    if any(map(has_work_left, walk(after))):
        return False
    return len(list(walk(after))) <= len(list(walk(before)))
