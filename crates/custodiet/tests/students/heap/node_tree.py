# correct
class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    @staticmethod
    def from_list(keys, i=0):
        if i >= len(keys):
            return None
        return Node(keys[i], Node.from_list(keys, 2 * i + 1), Node.from_list(keys, 2 * i + 2))

    def is_heap(self):
        for child in (self.left, self.right):
            if child is not None and (child.key < self.key or not child.is_heap()):
                return False
        return True


def is_valid(heap, taken, left):
    root = Node.from_list(left)
    return sorted(heap) == [taken] + sorted(left) and (root is None or root.is_heap())
