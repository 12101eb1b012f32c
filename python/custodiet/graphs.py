"""Reachability along pairs, which has no other short form in the language."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

V = TypeVar("V", bound=Hashable)


def closure(edges: Iterable[tuple[V, V]]) -> set[tuple[V, V]]:
    """The transitive closure: every `(a, b)` such that the edges lead from `a` to `b` in one step or more.

    >>> sorted(closure([(1, 2), (2, 3)]))
    [(1, 2), (1, 3), (2, 3)]
    """
    successors = _successors(edges)
    return {(start, end) for start in successors for end in _reach(successors, start)}


def reachable(edges: Iterable[tuple[V, V]], start: V) -> set[V]:
    """The vertices that can be reached from `start` in one step or more.

    `start` itself is among them only if it lies on a cycle.

    >>> sorted(reachable([(1, 2), (2, 3), (4, 1)], 1))
    [2, 3]
    """
    return _reach(_successors(edges), start)


def _successors(edges: Iterable[tuple[V, V]]) -> dict[V, list[V]]:
    successors: dict[V, list[V]] = {}
    for source, target in edges:
        successors.setdefault(source, []).append(target)
    return successors


def _reach(successors: dict[V, list[V]], start: V) -> set[V]:
    seen: set[V] = set()
    waiting = [start]
    while waiting:
        for vertex in successors.get(waiting.pop(), ()):
            if vertex not in seen:
                seen.add(vertex)
                waiting.append(vertex)
    return seen
