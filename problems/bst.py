"""Insert a key into a binary search tree.

A tree is a list: the root has index 0, the children of the node at i are at 2i+1 and 2i+2, and None marks an empty
position. The result may have any shape. A key that is already there is not added again.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NewType, Optional

from custodiet import Input, Output, error_subproperty, group, precondition, scope, subproperty

Key = NewType("Key", int)
Tree = list[Optional[Key]]


def is_valid(tree: Input[Tree], key: Input[Key], result: Output[Tree]) -> bool:
    """The result has the right keys, and a search for each of them finds it."""
    return {*result, None} == {*tree, key, None} and all(
        found is None or search(result, found) == place for place, found in enumerate(result)
    )


scope(Key=range(5), tree=4, result=7)
scope.large(Key=range(-20, 21), tree=15, result=31)

group("SAME-KEYS", ["key_added", "none_dropped", "no_new"])
group("SEARCH-TREE", ["in_order", "no_orphans"])


def search(tree: Tree, key: Key) -> int:
    """Where a search for the key ends: at the key or at an empty position."""
    place = 0
    while place < len(tree):
        here = tree[place]
        if here is None or here == key:
            break
        place = 2 * place + (1 if key < here else 2)
    return place


def keys(tree: Tree) -> set[Key]:
    return {key for key in tree if key is not None}


def walk(tree: Tree, place: int = 0) -> Iterator[Key]:
    """The keys of the subtree at a position, from left to right."""
    if place < len(tree) and (key := tree[place]) is not None:
        yield from walk(tree, 2 * place + 1)
        yield key
        yield from walk(tree, 2 * place + 2)


def attached(tree: Tree) -> bool:
    """Whether every node but the root has a parent."""
    return all(tree[(place - 1) // 2] is not None for place in range(1, len(tree)) if tree[place] is not None)


@precondition
def tree_in_order(tree: Tree) -> bool:
    """The input is in search order."""
    return all(a < b for a, b in pairwise(walk(tree)))


@precondition
def tree_attached(tree: Tree) -> bool:
    """In the input, every node but the root has a parent."""
    return attached(tree)


@subproperty(hint="What if the key is not there afterwards?")
def key_added(key: Key, result: Tree) -> bool:
    """The result holds the new key."""
    return key in result


@subproperty(hint="What if an old key gets lost on the way?")
def none_dropped(tree: Tree, result: Tree) -> bool:
    """The result holds every key of the input."""
    return keys(tree) <= keys(result)


@subproperty(hint="What if a key appears that nobody inserted?")
def no_new(tree: Tree, key: Key, result: Tree) -> bool:
    """The result holds no keys but those of the input and the new one."""
    return not keys(result) - keys(tree) - {key}


@subproperty(hint="Is a grandchild on the correct side of its grandparent?")
def in_order(result: Tree) -> bool:
    """From left to right, the keys of the result increase."""
    return all(a < b for a, b in pairwise(walk(result)))


@subproperty(hint="What if a node cannot be reached from the root?")
def no_orphans(result: Tree) -> bool:
    """In the result, every node but the root has a parent."""
    return attached(result)


@error_subproperty(instead_of=["in_order"], hint="Is it enough that each child is on the correct side of its parent?")
def children_in_order(result: Tree) -> bool:
    """Compares each node only with its children, not with everything below it."""
    for place, key in enumerate(result):
        left, right = result[2 * place + 1 : 2 * place + 2], result[2 * place + 2 : 2 * place + 3]
        for child in left:
            if key is not None and child is not None and child >= key:
                return False
        for child in right:
            if key is not None and child is not None and child <= key:
                return False
    return True


@error_subproperty(instead_of=["key_added", "none_dropped", "no_new"], hint="What if the key was there before?")
def one_more_node(tree: Tree, result: Tree) -> bool:
    """Expects exactly one node more than before."""
    return len(result) - result.count(None) == len(tree) - tree.count(None) + 1
