from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Node:
    key: int
    left: Node | None
    right: Node | None


# Inserts on its own and compares: rejects other correct trees.


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
