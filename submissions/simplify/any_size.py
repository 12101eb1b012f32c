# Too lax: forgets to compare the sizes.
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


def at(e, x):
    if isinstance(e, Num):
        return e.value
    elif isinstance(e, Var):
        return x
    elif isinstance(e, Add):
        return at(e.left, x) + at(e.right, x)
    else:
        return at(e.left, x) * at(e.right, x)


def find(e, test):
    """Whether some part passes the test."""
    return test(e) or (isinstance(e, (Add, Mul)) and (find(e.left, test) or find(e.right, test)))


def is_valid(before, after):
    zero, one = Num(0), Num(1)
    adds_zero = lambda e: isinstance(e, Add) and (e.left == zero or e.right == zero)
    trivial = lambda e: isinstance(e, Mul) and (e.left in (zero, one) or e.right in (zero, one))
    if find(after, adds_zero) or find(after, trivial):
        return False
    return [at(before, x) for x in range(10)] == [at(after, x) for x in range(10)]
