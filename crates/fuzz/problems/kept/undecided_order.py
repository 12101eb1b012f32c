"""The order is undecided: `analyze` and `suite` said so, `--why` and `classify` did not."""

from custodiet import Atom, Input, Output, scope, subproperty


class V(Atom):
    """A name."""


def is_valid(a: Input[V], b: Input[V], r: Output[set[V]]) -> bool: ...


scope(V=3, r=2)


@subproperty
def first_or_none(a, b, r):
    if max(r, key=lambda x: r, default=None) == a:
        return True
    return all(max(r, key=lambda x: r, default=None) != b for y in r)
