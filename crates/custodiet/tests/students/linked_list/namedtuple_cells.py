# correct
from typing import NamedTuple, Optional


class Cell(NamedTuple):
    value: int
    next: Optional[str]


def reversed_memory(before, start):
    after, behind = {}, None
    while start is not None:
        value, following = before[start]
        after[start] = Cell(value, behind)
        behind, start = start, following
    return after, behind


def is_valid(before, start, after, new_start):
    expected, expected_start = reversed_memory(before, start)
    return after == expected and new_start == expected_start
