"""Find two positions in a list whose numbers add up to a target.

Either order of the two positions will do. The output is None if there are no such positions.
"""

from itertools import combinations
from typing import NewType

from custodiet import Input, Output, error_subproperty, group, scope, subproperty

Number = NewType("Number", int)
Index = NewType("Index", int)


def is_valid(
    numbers: Input[list[Number]],
    target: Input[int],
    answer: Output[tuple[Index, Index] | None],
) -> bool:
    """The output is one of the pairs of positions that fit, or None if there are none."""
    fitting = {
        (i, j)
        for i, one in enumerate(numbers)
        for j, other in enumerate(numbers)
        if i != j and one + other == target
    }
    return answer in fitting if fitting else answer is None


scope(Number=range(-1, 3), numbers=3, target=range(-1, 5), Index=range(-2, 5))
scope.large(Number=range(-20, 21), numbers=10, target=range(-40, 41), Index=range(-10, 15))

group("TWO-POSITIONS", ["in_range", "different_positions"])


def at(numbers, index):
    """The number at an index, as Python counts (-1 is the last), or None if there is none."""
    return numbers[index] if -len(numbers) <= index < len(numbers) else None


@subproperty(hint="What if there is an answer, but the output is None?")
def found_if_possible(numbers, target, answer):
    """The output is None only if no two numbers add up to the target."""
    return answer is not None or all(one + other != target for one, other in combinations(numbers, 2))


@subproperty(hint="What if a position is negative or beyond the end?")
def in_range(numbers, answer):
    """Both positions are positions of the list, counted from 0."""
    return answer is None or all(0 <= index < len(numbers) for index in answer)


@subproperty(hint="May the same position be used twice?")
def different_positions(answer):
    """The two positions differ."""
    if answer is not None:
        first, second = answer
        return first != second
    return True


@subproperty(hint="What do the two numbers add up to?")
def adds_up(numbers, target, answer):
    """There are numbers at the two positions, and they add up to the target."""
    if answer is None:
        return True
    first, second = [at(numbers, index) for index in answer]
    return first is not None and second is not None and first + second == target


@error_subproperty(instead_of=["different_positions"], hint="May two positions contain the same number?")
def different_numbers(numbers, answer):
    """Compares the numbers instead of the positions, and so rejects two equal numbers."""
    return answer is None or at(numbers, answer[0]) != at(numbers, answer[1])


@error_subproperty(instead_of=["in_range"], hint="Which indexes does Python accept?")
def python_finds_them(numbers, answer):
    """Accepts whatever Python accepts as an index, negative ones included."""
    return answer is None or None not in [at(numbers, index) for index in answer]


@error_subproperty(stricter_than=["different_positions"], hint="Must the smaller position come first?")
def smaller_position_first(answer):
    """Expects the positions in ascending order."""
    return answer is None or answer[0] < answer[1]
