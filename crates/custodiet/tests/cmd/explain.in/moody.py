"""Keep the first number."""

from typing import NewType

from custodiet import Input, Output, precondition, scope, subproperty

Number = NewType("Number", int)


def is_valid(numbers: Input[list[Number]], kept: Output[list[Number]]) -> bool:
    return numbers[0] == kept[0]


scope(Number=range(3), numbers=3, kept=3)


@precondition
def divides(numbers):
    """The second number, where there is one, is a multiple of the first."""
    return len(numbers) < 2 or numbers[1] % numbers[0] == 0


@subproperty
def no_more(numbers, kept):
    """Not more is kept than there was."""
    return len(kept) <= len(numbers)
