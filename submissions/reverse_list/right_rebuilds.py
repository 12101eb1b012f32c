# Correct: builds the reversed list itself and compares.
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Node:
    item: object
    rest: Node | None


def is_valid(items, backward):
    reversed_so_far = None
    while items is not None:
        reversed_so_far = Node(items.item, reversed_so_far)
        items = items.rest
    return reversed_so_far == backward
