"""Insert a key into a binary search tree.

A tree is a node or None. Every key in the left part of a node is smaller than the node's own, every key in the right part
is larger; no key occurs twice. The result holds the key and everything that was there before. A key that is there already
changes nothing but, perhaps, the shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from custodiet import Input, Output, error_subproperty, group, precondition, scope, subproperty

Key = NewType("Key", int)


@dataclass(frozen=True)
class Node:
    key: Key
    left: Node | None
    right: Node | None


def is_valid(tree: Input[Node | None], key: Input[Key], result: Output[Node | None]) -> bool:
    """The keys of the result, from left to right, are those of the tree and the new one in order."""
    return keys(result) == sorted({*keys(tree), key})


scope(Node=4, Key=range(5))
scope.large(Node=9, Key=range(20))

group("SAME-KEYS", ["key_added", "none_dropped", "no_new"])


def keys(node: Node | None) -> list[Key]:
    """All keys, from left to right."""
    if node is None:
        return []
    return keys(node.left) + [node.key] + keys(node.right)


def size(node: Node | None) -> int:
    return 0 if node is None else 1 + size(node.left) + size(node.right)


def between(node: Node | None, low: Key | None, high: Key | None) -> bool:
    """Every key is above `low` and below `high`, and each part is itself in order."""
    if node is None:
        return True
    if low is not None and node.key < low or high is not None and node.key > high:
        return False
    return between(node.left, low, node.key) and between(node.right, node.key, high)


@precondition
def search_tree(tree: Node | None) -> bool:
    """The tree is a search tree without repetition."""
    found = keys(tree)
    return all(a < b for a, b in zip(found, found[1:]))


@subproperty(hint="What if the key never gets into the tree?")
def key_added(key: Key, result: Node | None) -> bool:
    """The key is in the result."""
    return key in keys(result)


@subproperty(hint="What if a part of the tree gets lost on the way?")
def none_dropped(tree: Node | None, result: Node | None) -> bool:
    """Every key of the tree is in the result."""
    return set(keys(tree)) <= set(keys(result))


@subproperty(hint="What if the result holds a key that nobody asked for?")
def no_new(tree: Node | None, key: Key, result: Node | None) -> bool:
    """The result has no keys but those of the tree and the new one."""
    return set(keys(result)) <= {*keys(tree), key}


@subproperty(hint="What if a key deep below a node is on the wrong side of it?")
def in_order(result: Node | None) -> bool:
    """No key of a left part is larger than the node's, none of a right part smaller."""
    return between(result, None, None)


@subproperty(hint="What if the key was there already?")
def no_repeats(result: Node | None) -> bool:
    """No key occurs twice."""
    return len(set(keys(result))) == size(result)


@error_subproperty(instead_of=["in_order"], hint="What about the nodes below the children?")
def children_in_order(result: Node | None) -> bool:
    """Compares each node with its children only, not with everything below."""
    if result is None:
        return True
    left, right = result.left, result.right
    if left is not None and left.key > result.key or right is not None and right.key < result.key:
        return False
    return children_in_order(left) and children_in_order(right)


@error_subproperty(
    instead_of=["key_added", "none_dropped", "no_new"],
    stricter_than=["no_repeats"],
    hint="Must the tree grow if the key was there already?",
)
def one_more_node(tree: Node | None, result: Node | None) -> bool:
    """Compares only the sizes: one node more than before."""
    return size(result) == size(tree) + 1
