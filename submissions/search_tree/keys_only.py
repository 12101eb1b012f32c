# Too lax: compares the keys level by level as sets; the order does not matter to it.
from collections import deque


def all_keys(root):
    queue, keys = deque([root]), set()
    while queue:
        node = queue.popleft()
        if node is None:
            continue
        keys.add(node.key)
        queue.extend((node.left, node.right))
    return keys


def is_valid(tree, key, result):
    return all_keys(result) == all_keys(tree) | {key}
