from typing import Iterable, Sequence, TypeVar

T = TypeVar("T")


def all_nodes(edges: Iterable[tuple[T, T]]) -> set[T]:
    nodes: set[T] = set()
    for edge in edges:
        nodes.update(edge)
    return nodes


def index_of(seq: Sequence[T], item: T) -> int:
    for i, x in enumerate(seq):
        if x == item:
            return i
    raise LookupError(item)
