"""The solver and evaluation disagreed once: a set that is made from a list has an order of its own."""

from typing import NewType

from custodiet import Input, Output, scope, subproperty

Num = NewType("Num", int)


def is_valid(a: Input[list[Num]], b: Output[Num]) -> bool: ...


scope(Num=range(3), a=3)


@subproperty
def last_of_the_set(a, b):
    last = None
    for n in set(a):
        last = n
    return last is None or last == b


@subproperty
def first_of_two_sets(a, b):
    for n in set(a):
        for m in {x + 1 for x in a}:
            return n == m
    return True


@subproperty
def in_any_order(a, b):
    total = 0
    for n in set(a):
        total += n
    return total != b
