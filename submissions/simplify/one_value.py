# Too lax: compares the values at 1 only.
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


def evaluate(e):
    match e:
        case Num(value=v):
            return v
        case Var():
            return 1
        case Add(left=a, right=b):
            return evaluate(a) + evaluate(b)
        case Mul(left=a, right=b):
            return evaluate(a) * evaluate(b)


def is_simple(e):
    match e:
        case Num() | Var():
            return True
        case Add(left=Num(value=0)) | Add(right=Num(value=0)):
            return False
        case Mul(left=Num(value=0 | 1)) | Mul(right=Num(value=0 | 1)):
            return False
    return is_simple(e.left) and is_simple(e.right)


def nodes(e):
    return 1 if isinstance(e, (Num, Var)) else 1 + nodes(e.left) + nodes(e.right)


def is_valid(before, after):
    return evaluate(before) == evaluate(after) and is_simple(after) and nodes(after) <= nodes(before)
