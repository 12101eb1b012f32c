# Too lax: checks every node against its children, forgets that a whole subtree has to be smaller.


def collect(node, found):
    if node is None:
        return
    found.append(node.key)
    collect(node.left, found)
    collect(node.right, found)


def ordered(node):
    if node is None:
        return True
    if node.left is not None and node.left.key >= node.key:
        return False
    if node.right is not None and node.right.key <= node.key:
        return False
    return ordered(node.left) and ordered(node.right)


def is_valid(tree, key, result):
    before, after = [key], []
    collect(tree, before)
    collect(result, after)
    return ordered(result) and set(before) == set(after)
