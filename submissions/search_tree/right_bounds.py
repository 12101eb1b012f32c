# Correct: passes bounds down, collects the keys on the way, and compares them as sets.
import math


class SearchTree:
    def __init__(self, root):
        self.root = root
        self.keys = []
        self.in_order = True
        self._visit(root, -math.inf, math.inf)

    def _visit(self, node, low, high):
        if node is None:
            return
        if not low < node.key < high:
            self.in_order = False
        self.keys.append(node.key)
        self._visit(node.left, low, node.key)
        self._visit(node.right, node.key, high)

    def __contains__(self, key):
        return key in self.keys

    def __len__(self):
        return len(self.keys)


def is_valid(tree, key, result):
    before, after = SearchTree(tree), SearchTree(result)
    if not after.in_order or key not in after:
        return False
    if any(k not in after for k in before.keys):
        return False
    return len(after) == len(before) + (key not in before)
