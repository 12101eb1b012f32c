"""Simplify an expression without changing its value.

An expression is a number, a variable, a sum or a product. Adding 0, multiplying by 1 or by 0 are the only simplifications
that the handout asks for; the result has none of them left, means the same whatever the value of `x` is, and is not
longer than before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from custodiet import Input, Output, error_subproperty, group, scope, subproperty


@dataclass(frozen=True)
class Num:
    value: Literal[0, 1, 2]


@dataclass(frozen=True)
class Var:
    name: Literal["x"]


@dataclass(frozen=True)
class Add:
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Mul:
    left: Expr
    right: Expr


Expr = Num | Var | Add | Mul


def is_valid(before: Input[Expr], after: Output[Expr]) -> bool: ...


scope(Expr=5)
scope.large(Expr=11)

group("SIMPLE", ["no_zero_added", "no_trivial_product"])


def value(expr: Expr, x: int) -> int:
    """The value of an expression for a value of `x`."""
    if isinstance(expr, Num):
        return expr.value
    if isinstance(expr, Var):
        return x
    left, right = value(expr.left, x), value(expr.right, x)
    return left + right if isinstance(expr, Add) else left * right


def size(expr: Expr) -> int:
    if isinstance(expr, (Num, Var)):
        return 1
    return 1 + size(expr.left) + size(expr.right)


def parts(expr: Expr) -> list[Expr]:
    """The expression and everything inside it."""
    if isinstance(expr, (Num, Var)):
        return [expr]
    return [expr] + parts(expr.left) + parts(expr.right)


@subproperty(hint="What if the values are equal for one x only?")
def same_value(before: Expr, after: Expr) -> bool:
    """Both have the same value, whatever `x` is."""
    return all(value(before, x) == value(after, x) for x in range(-1, 4))


@subproperty(hint="Can 0 be the left operand as well as the right one?")
def no_zero_added(after: Expr) -> bool:
    """Nothing is added to 0."""
    return all(not isinstance(part, Add) or Num(0) not in (part.left, part.right) for part in parts(after))


@subproperty(hint="What about a product inside another expression?")
def no_trivial_product(after: Expr) -> bool:
    """Nothing is multiplied by 0 or by 1."""
    products = [part for part in parts(after) if isinstance(part, Mul)]
    return all(factor not in (part.left, part.right) for part in products for factor in (Num(0), Num(1)))


@subproperty(hint="What if the result is more complicated than before?")
def not_longer(before: Expr, after: Expr) -> bool:
    """The result has no more parts than the expression had."""
    return size(after) <= size(before)


@error_subproperty(instead_of=["same_value"], hint="What if x is another number?")
def same_at_one(before: Expr, after: Expr) -> bool:
    """Compares the values for a single x."""
    return value(before, 1) == value(after, 1)


@error_subproperty(
    instead_of=["no_zero_added", "no_trivial_product"],
    hint="What about operations inside others?",
)
def simple_on_top(after: Expr) -> bool:
    """Looks at the outermost operation only."""
    if isinstance(after, Add):
        return Num(0) not in (after.left, after.right)
    if isinstance(after, Mul):
        return all(factor not in (after.left, after.right) for factor in (Num(0), Num(1)))
    return True


@error_subproperty(stricter_than=["not_longer"], hint="What if nothing can be simplified?")
def shorter(before: Expr, after: Expr) -> bool:
    """Demands that there is always something to simplify."""
    return size(after) < size(before)
