"""Reverse a text. That both texts have the same letters is an argument about counts, which are hard for a solver."""

from custodiet import Input, Output, error_subproperty, scope, subproperty


def is_valid(text: Input[str], result: Output[str]) -> bool:
    return result == text[::-1]


scope(text=("abcd", 10), result=("abcd", 10))


@subproperty(hint="What if the result is a letter short?")
def same_length(text, result):
    """The result is as long as the text."""
    return len(text) == len(result)


@subproperty(hint="What if a letter is replaced by another one?")
def same_letters(text, result):
    """The result has the letters of the text, equally often."""
    return sorted(text) == sorted(result)


@subproperty(hint="What if two letters in the middle are exchanged?")
def mirrored(text, result):
    """Every letter is at the mirrored place."""
    return all(a == b for a, b in zip(text, reversed(result)))


@error_subproperty(instead_of=["mirrored"])
def ends(text, result):
    """Looks at the first and the last letter only."""
    return text[:1] == result[-1:] and text[-1:] == result[:1]
