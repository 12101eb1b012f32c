from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from custodiet import Atom, Input, Output, scope, subproperty


class Item(Atom, as_=(str, int)):
    """Anything."""


@dataclass(frozen=True)
class Link:
    item: Item
    rest: Link | None


@dataclass(frozen=True)
class Num:
    value: Literal[0, 1, 2]


@dataclass(frozen=True)
class Sum:
    parts: list[Expr]


@dataclass(frozen=True)
class Neg:
    of: Expr


Expr = Num | Sum | Neg


def is_valid(items: Input[Link | None], exprs: Input[list[Expr]], back: Output[Link | None]) -> bool: ...


scope(Item=3, Link=3, Expr=6, exprs=2)


@subproperty
def same(items, back):
    """The result is the list."""
    return items == back
