"""`analyze --engine random` ended with an internal error: the order of a set made from lists mattered."""


from custodiet import Atom, Input, Output, scope, subproperty


class V(Atom):
    """A name."""


def is_valid(a: Input[list[list[V]]], r: Output[bool]) -> bool: ...


scope(V=1, a=(3, 2))


def some_length(rows):
    return max({len(row) for row in rows}, key=lambda length: 1, default=None)


@subproperty
def last_row(a):
    found = None
    for row in a:
        if some_length(a):
            found = row
    return found
