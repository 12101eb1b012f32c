"""A problem with a mistake."""

from custodiet import Input, Output, subproperty


def is_valid(number: Input[bool], half: Output[bool]) -> bool: ...


@subproperty
def is_half(number, half):
    return half == number * 2j
