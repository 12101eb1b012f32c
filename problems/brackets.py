"""Pair every opening bracket with the bracket that closes it.

The output contains, for each opening bracket, its position and that of the bracket that closes it.
"""

from itertools import accumulate
from typing import Literal, NewType

from custodiet import Input, Output, error_subproperty, group, precondition, scope, subproperty

Bracket = Literal["(", ")", "[", "]"]
Position = NewType("Position", int)
Match = tuple[Position, Position]

CLOSED_BY = {"(": ")", "[": "]"}


def is_valid(brackets: Input[list[Bracket]], matches: Output[set[Match]]) -> bool:
    """The output is the result of matching with a stack of open brackets."""
    waiting, expected = [], set()
    for position, bracket in enumerate(brackets):
        if bracket in CLOSED_BY:
            waiting.append(position)
        elif waiting:
            expected.add((waiting.pop(), position))
    return matches == expected


scope(brackets=6, Position=range(7), matches=4)
scope.large(brackets=12, Position=range(14), matches=8)

group("EACH-ONCE", ["all_matched", "none_matched_twice"])


def positions(matches):
    """All positions that the matches mention."""
    return {position for match in matches for position in match}


@precondition
def balanced(brackets):
    """Every bracket is closed, the innermost first, and nothing is closed that was not opened."""
    waiting = []
    for bracket in brackets:
        if bracket in CLOSED_BY:
            waiting.append(CLOSED_BY[bracket])
        elif not waiting or waiting.pop() != bracket:
            return False
    return not waiting


@subproperty(hint="What if a position lies beyond the last bracket?")
def in_range(brackets, matches):
    """Every position is a position in the input."""
    return all(position in range(len(brackets)) for position in positions(matches))


@subproperty(hint="What if a bracket is left without a partner?")
def all_matched(brackets, matches):
    """Every position of the input is matched."""
    return positions(matches) >= {*range(len(brackets))}


@subproperty(hint="What if a bracket has two partners?")
def none_matched_twice(matches):
    """No position is mentioned twice."""
    return len(positions(matches)) == 2 * len(matches)


@subproperty(hint="Which bracket may be at the first position of a match, and which at the second?")
def same_kind(brackets, matches):
    """A match within the input goes from an opening bracket to a later closing bracket of the same kind."""
    for first, second in matches:
        if not in_range(brackets, {(first, second)}):
            continue
        if first >= second or CLOSED_BY.get(brackets[first]) != brackets[second]:
            return False
    return True


@subproperty(hint="What if two matches cross: the first bracket with the third, the second with the fourth?")
def nested(matches):
    """Any two matches are either nested or apart."""
    return not any(a < c < b < d for a, b in matches for c, d in matches)


@error_subproperty(
    instead_of=["all_matched", "none_matched_twice"],
    hint="Does the right number of matches mean that every bracket has one?",
)
def half_as_many(brackets, matches):
    """Counts matches instead of looking at what they match."""
    return 2 * len(matches) == len(brackets)


@error_subproperty(instead_of=["nested", "same_kind"], hint="Are two brackets of the same depth always partners?")
def same_depth(brackets, matches):
    """Checks only that the brackets of a match are equally deep, as a counter would."""
    steps = [1 if bracket in CLOSED_BY else -1 for bracket in brackets]
    depths = [max(depth, depth - step) for depth, step in zip(accumulate(steps), steps)]
    return all(depths[first] == depths[second] for first, second in matches if in_range(brackets, {(first, second)}))
