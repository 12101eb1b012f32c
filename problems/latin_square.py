"""Complete a Latin square: each of the numbers 1 to n once in every row and once in every column of an n by n grid.

The input gives some cells and leaves the others None.
"""

from typing import NewType, Optional

from custodiet import Input, Output, error_subproperty, group, precondition, scope, subproperty

Digit = NewType("Digit", int)


def is_valid(clues: Input[list[list[Optional[Digit]]]], grid: Output[list[list[Digit]]]) -> bool:
    """Every row and every column, sorted, is 1 to n, and every clue is kept."""
    digits = [*range(1, len(clues) + 1)]
    return (
        len(grid) == len(clues)
        and all(sorted(line) == digits for line in [*grid, *zip(*grid)])
        and all(given in (None, digit) for pair in zip(clues, grid) for given, digit in zip(*pair))
    )


scope(Digit=range(5), clues=(3, 3), grid=(4, 4))
scope.large(Digit=range(7), clues=(5, 5), grid=(6, 6))

group("LATIN", ["digits_in_range", "rows_differ", "columns_differ"])


def repeats(cells):
    """Whether a number occurs twice."""
    return len(set(cells)) < len(cells)


@precondition
def square(clues):
    """The input has as many columns as rows."""
    return all(len(row) == len(clues) for row in clues)


@subproperty(hint="What if a row is missing, or too short?")
def right_shape(clues, grid):
    """The output has as many rows and columns as the input."""
    return [len(row) for row in grid] == [len(row) for row in clues]


@subproperty(hint="What if the output changes a cell that was given?")
def clues_kept(clues, grid):
    """Where the input gives a number, the output has the same number, if it has that cell."""
    return all(
        given is None or given == digit
        for given_row, row in zip(clues, grid)
        for given, digit in zip(given_row, row)
    )


@subproperty(hint="What if the grid contains a 0, or a number larger than n?")
def digits_in_range(clues, grid):
    """Only the numbers 1 to n are used."""
    return all(1 <= digit <= len(clues) for row in grid for digit in row)


@subproperty(hint="What if a number occurs twice in a row?")
def rows_differ(grid):
    """No row repeats a number."""
    return not any(map(repeats, grid))


@subproperty(hint="What if a number occurs twice in a column?")
def columns_differ(grid):
    """No column repeats a number; rows that are too long are cut off."""
    return not any(repeats(column) for column in zip(*grid))


@error_subproperty(instead_of=["rows_differ", "columns_differ"], hint="Can other numbers have the same sum?")
def right_sums(clues, grid):
    """Checks only that every row and every column adds up as it should."""
    size = len(clues)
    total = size * (size + 1) // 2
    return [sum(line) for line in [*grid, *zip(*grid)]] == [total] * (2 * size)
