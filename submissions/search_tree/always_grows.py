# Too strict: wants one node more than before, also if the key was there already.
def keys(node):
    if not node:
        return []
    return keys(node.left) + [node.key] + keys(node.right)


def is_valid(tree, key, result):
    old, new = keys(tree), keys(result)
    if len(new) != len(old) + 1:
        return False
    return new == sorted(set(new)) and set(new) == {*old, key}
