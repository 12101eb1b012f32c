# Correct: compares the keys from left to right with the sorted keys.


def walk(node):
    """Keys from left to right."""
    if node is None:
        return []
    return walk(node.left) + [node.key] + walk(node.right)


def is_valid(tree, key, result):
    expected = walk(tree)
    if key not in expected:
        expected.append(key)
    return walk(result) == sorted(expected)
