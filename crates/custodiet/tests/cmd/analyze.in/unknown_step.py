"""Name a divisor."""

from custodiet import Input, Output, scope, subproperty


def is_valid(n: Input[int], step: Output[int]) -> bool: ...


scope(n=range(5), step=range(5))


@subproperty
def divides(n, step):
    """The output divides the input."""
    return n in range(0, n + 1, step)
