# correct
from typing import Iterator, Optional


class Node:
    def __init__(self, key: int, left: "Optional[Node]", right: "Optional[Node]"):
        self.key, self.left, self.right = key, left, right

    @classmethod
    def build(cls, tree: list, place: int = 0) -> "Optional[Node]":
        if place >= len(tree) or tree[place] is None:
            return None
        return cls(tree[place], cls.build(tree, 2 * place + 1), cls.build(tree, 2 * place + 2))

    def __iter__(self) -> Iterator[int]:
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            yield from self.right


def is_valid(tree, key, result):
    old = set(Node.build(tree) or ())
    new = list(Node.build(result) or ())
    count = sum(1 for k in result if k is not None)
    return new == sorted(old | {key}) and len(new) == count
