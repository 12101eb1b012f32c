# correct
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Hashable, TypeVar

V = TypeVar("V", bound=Hashable)


class Digraph(Generic[V]):
    def __init__(self, edges: Iterable[tuple[V, V]]) -> None:
        self._successors: dict[V, list[V]] = {}
        for source, target in edges:
            self._successors.setdefault(source, []).append(target)
            self._successors.setdefault(target, [])

    def __contains__(self, vertex: object) -> bool:
        return vertex in self._successors

    def __len__(self) -> int:
        return len(self._successors)

    def __getitem__(self, vertex: V) -> list[V]:
        return self._successors[vertex]

    def edges(self) -> Iterator[tuple[V, V]]:
        for source, targets in self._successors.items():
            for target in targets:
                yield source, target


def is_valid(edges: Sequence[tuple[V, V]], order: Sequence[V]) -> bool:
    graph: Digraph[V] = Digraph(edges)
    if len(order) != len(graph):
        return False
    closed: set[V] = set()
    for vertex in reversed(order):
        if vertex not in graph or vertex in closed:
            return False
        if any(successor not in closed for successor in graph[vertex]):
            return False
        closed.add(vertex)
    return True
