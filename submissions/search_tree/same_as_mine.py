# Too strict: inserts on its own and compares, so it rejects other correct trees.
from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Node:
    key: int
    left: Node | None
    right: Node | None


def insert(node, key):
    if node is None:
        return Node(key, None, None)
    if key < node.key:
        return replace(node, left=insert(node.left, key))
    if key > node.key:
        return replace(node, right=insert(node.right, key))
    return node


def is_valid(tree, key, result):
    return insert(tree, key) == result
