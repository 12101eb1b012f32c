# Raises: takes the key of the root without asking whether there is one.
def walk(node, visit):
    if node.left:
        walk(node.left, visit)
    visit(node.key)
    if node.right:
        walk(node.right, visit)


def is_valid(tree, key, result):
    expected = {key}
    if tree:
        walk(tree, expected.add)
    found = []
    walk(result, found.append)
    return found == sorted(expected)
