"""Count up to a number."""

from custodiet import Input, Output, scope, subproperty


def is_valid(n: Input[int], steps: Output[int]) -> bool: ...


scope(n=range(3), steps=range(3))


@subproperty
def right(n, steps):
    """As many steps as it takes."""
    k = 0
    while k != n + 1:
        if steps > 5:
            k += 1
    return k == steps
