"""Run-length encoding: write a list as runs of equal letters, each with its length."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from custodiet import Atom, Input, Output, error_subproperty, scope, subproperty


class Letter(Atom):
    """A symbol of the text."""


class Run(NamedTuple):
    letter: Letter
    length: int


def is_valid(letters: Input[list[Letter]], runs: Output[list[Run]]) -> bool:
    """The output is the result of collecting equal adjacent letters into runs."""
    expected: list[Run] = []
    for letter in letters:
        if expected and expected[-1].letter == letter:
            expected[-1] = expected[-1]._replace(length=expected[-1].length + 1)
        else:
            expected.append(Run(letter, 1))
    return runs == expected


scope(Letter=3, letters=4, Run_length=range(-1, 6), runs=4)
scope.large(Letter=6, letters=20, Run_length=range(-2, 21), runs=20)


def decode(runs: list[Run]) -> Iterator[Letter]:
    """The letters that the runs stand for, one by one."""
    for letter, length in runs:
        for _ in range(length):
            yield letter


@subproperty(hint="What if a run has length 0?")
def positive_lengths(runs: list[Run]) -> bool:
    """Every run has at least one letter."""
    return all(run.length >= 1 for run in runs)


@subproperty(hint="What if one long run is written as two?")
def neighbors_differ(runs: list[Run]) -> bool:
    """No two adjacent runs are of the same letter."""
    return all(run.letter != following.letter for run, following in pairwise(runs))


@subproperty(hint="What text do the runs stand for?")
def decodes_back(letters: list[Letter], runs: list[Run]) -> bool:
    """Written out, the runs give the input."""
    return list(decode(runs)) == letters


@error_subproperty(instead_of=["decodes_back"], hint="Can the lengths add up even if the letters are wrong?")
def same_length(letters: list[Letter], runs: list[Run]) -> bool:
    """Only adds up the lengths."""
    return sum(map(lambda run: run.length, runs)) == len(letters)


@error_subproperty(instead_of=["decodes_back"], hint="Can the letters be right even if a length is wrong?")
def same_sequence(letters: list[Letter], runs: list[Run]) -> bool:
    """Compares only which letter follows which, not how often each is repeated."""
    changes = [letter for i, letter in enumerate(letters) if i == 0 or letters[i - 1] != letter]
    return [run.letter for run in runs] == changes


@error_subproperty(instead_of=["decodes_back"], hint="Can every letter count be right even if the order is wrong?")
def same_totals(letters: list[Letter], runs: list[Run]) -> bool:
    """Compares only how often each letter occurs in total."""
    owed: dict[Letter, int] = {}
    for letter in letters:
        owed[letter] = owed.setdefault(letter, 0) + 1
    for run in runs:
        owed[run.letter] = owed.get(run.letter, 0) - run.length
    return not any(owed.values())
