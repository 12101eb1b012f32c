"""Reverse a linked list in place.

Memory maps addresses to cells. A cell holds a value and the address of the next cell, or None at the end of the list;
an empty list starts at None. To reverse the list, change only where each cell points to, and return the new start.
"""

from typing import NamedTuple, NewType, Optional

from custodiet import Atom, Input, Output, error_subproperty, group, precondition, scope, subproperty


class Address(Atom):
    """Where a cell is. Two addresses are equal or not; nothing else is known of them."""


Value = NewType("Value", int)


class Cell(NamedTuple):
    value: Value
    next: Optional[Address]


Memory = dict[Address, Cell]


def is_valid(
    before: Input[Memory],
    start: Input[Optional[Address]],
    after: Output[Memory],
    new_start: Output[Optional[Address]],
) -> bool:
    """The new list visits the same cells backward and then ends, and they hold what they held."""
    visited, _ = follow(before, start)
    return follow(after, new_start) == (visited[::-1], None) and values(after) == values(before)


scope(Address=4, Value=range(2), before=3, after=4)
scope.large(Address=9, Value=range(10), before=8, after=9)

group("SAME-CELLS", ["no_new_cells", "no_lost_cells", "values_kept"])


def follow(memory: Memory, start: Optional[Address]) -> tuple[list[Address], Optional[Address]]:
    """The cells on the list, and where it leads then: to None, to an address without a cell, or back to a cell."""
    visited: list[Address] = []
    while start is not None and start in memory and start not in visited:
        visited.append(start)
        start = memory[start].next
    return visited, start


def values(memory: Memory) -> dict[Address, Value]:
    return {address: cell.value for address, cell in memory.items()}


@precondition
def list_ends(before: Memory, start: Optional[Address]) -> bool:
    """The list leads to None, not into a cycle or to an address without a cell."""
    _, end = follow(before, start)
    return end is None


@precondition
def no_other_cells(before: Memory, start: Optional[Address]) -> bool:
    """Every cell is on the list."""
    visited, _ = follow(before, start)
    return len(visited) == len(before)


@subproperty(hint="What if new cells are allocated?")
def no_new_cells(before: Memory, after: Memory) -> bool:
    """There are no cells but those of the input."""
    return after.keys() <= before.keys()


@subproperty(hint="What if a cell disappears?")
def no_lost_cells(before: Memory, after: Memory) -> bool:
    """Every cell of the input still exists."""
    return before.keys() <= after.keys()


@subproperty(hint="What if the values move instead of the links?")
def values_kept(before: Memory, after: Memory) -> bool:
    """No cell of the input changes its value."""
    return all(after[address].value == cell.value for address, cell in before.items() if address in after)


@subproperty(hint="Which cell comes first now?")
def starts_at_last(before: Memory, start: Optional[Address], new_start: Optional[Address]) -> bool:
    """The new list starts at the last cell of the old one; if the old list is empty, so is the new one."""
    visited, _ = follow(before, start)
    return new_start == (visited[-1] if visited else None)


@subproperty(hint="Does every cell point to the one that came before it?")
def links_reversed(before: Memory, after: Memory) -> bool:
    """If a cell pointed to another one, the other one now points to it."""
    return all(
        after[cell.next].next == address
        for address, cell in before.items()
        if cell.next is not None and cell.next in after
    )


@subproperty(hint="What if the old first cell still points to the second?")
def ends_at_first(start: Optional[Address], after: Memory) -> bool:
    """The first cell of the old list is the end of the new one."""
    return start is None or start not in after or after[start].next is None


@error_subproperty(
    instead_of=["values_kept", "starts_at_last", "links_reversed", "ends_at_first"],
    hint="Which cells hold the values?",
)
def values_reversed(before: Memory, start: Optional[Address], after: Memory, new_start: Optional[Address]) -> bool:
    """Compares only the values along the lists, not the cells that hold them."""
    (old, _), (new, _) = follow(before, start), follow(after, new_start)
    return [after[address].value for address in new] == [before[address].value for address in reversed(old)]


@error_subproperty(instead_of=["no_new_cells", "no_lost_cells"], hint="Are they the same cells?")
def as_many_cells(before: Memory, after: Memory) -> bool:
    """Only counts the cells."""
    return len(before) == len(after)
