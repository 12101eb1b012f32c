# Too lax: looks the keys up; what else is in the tree, and whether all of it is in order, is not checked.


class Checker:
    def __init__(self, root):
        self.root = root

    def contains(self, key):
        node = self.root
        while node is not None:
            if node.key == key:
                return True
            node = node.left if key < node.key else node.right
        return False

    def keys(self):
        stack, found = [self.root], set()
        while stack:
            node = stack.pop()
            if node is not None:
                found.add(node.key)
                stack += [node.left, node.right]
        return found


def is_valid(tree, key, result):
    checker = Checker(result)
    return checker.contains(key) and all(checker.contains(k) for k in Checker(tree).keys())
