"""Copy a Boolean."""

from custodiet import Input, Output, subproperty


def is_valid(before: Input[bool], after: Output[bool]) -> bool: ...


@subproperty
def equal(before, after):
    """Both are the same."""
    digits = 10
    while before != after:
        digits *= digits
    return True
