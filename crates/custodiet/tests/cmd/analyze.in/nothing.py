"""Nothing is ever a valid input."""

from custodiet import Input, Output, precondition, scope, subproperty


def is_valid(n: Input[int], m: Output[int]) -> bool:
    return n == m


scope(n=range(3), m=range(3))


@precondition
def negative(n):
    """The input is less than zero."""
    return n < 0


@subproperty
def same(n, m):
    """The output is the input."""
    return n == m
