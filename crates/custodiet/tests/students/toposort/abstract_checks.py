# correct
from abc import ABC, abstractmethod
from typing import Any


class Check(ABC):
    """One thing that must hold for a topological order."""

    message: str = ""

    @abstractmethod
    def holds(self, edges: list[tuple[Any, Any]], order: list[Any]) -> bool:
        ...


class SameVertices(Check):
    message = "the vertices differ"

    def holds(self, edges, order):
        vertices = set()
        for u, v in edges:
            vertices.add(u)
            vertices.add(v)
        return vertices == set(order)


class NoDuplicates(Check):
    message = "a vertex is listed twice"

    def holds(self, edges, order):
        return len(order) == len(set(order))


class EdgesForward(Check):
    message = "an edge points backward"

    def holds(self, edges, order):
        position = {v: i for i, v in enumerate(order)}
        return all(position[u] < position[v] for u, v in edges)


CHECKS: list[Check] = [SameVertices(), NoDuplicates(), EdgesForward()]


def is_valid(edges, order):
    for check in CHECKS:
        if not check.holds(edges, order):
            return False
    return True
