"""Keep at most the first two letters of a word."""

from custodiet import Atom, Input, Output, error_subproperty, scope, subproperty


class Letter(Atom):
    """A letter."""


def is_valid(word: Input[list[Letter]], kept: Output[list[Letter]]) -> bool: ...


scope(Letter=2, word=2, kept=2)


@subproperty
def prefix(word, kept):
    """The word begins with the output."""
    return word[: len(kept)] == kept


@subproperty
def no_longer(word, kept):
    """The output is not longer than the word."""
    return len(kept) <= len(word)


@subproperty
def at_most_two(kept):
    """The output holds at most two letters."""
    return len(kept) <= 2


@error_subproperty(instead_of=["prefix"])
def all_kept(word, kept):
    """A known mistake: nothing may be left out."""
    return len(kept) == len(word)
