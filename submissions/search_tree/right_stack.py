# Correct: walks along the tree with a stack, in a generator, and compares neighbors.
def in_order(root):
    stack, node = [], root
    while stack or node is not None:
        while node is not None:
            stack.append(node)
            node = node.left
        node = stack.pop()
        yield node.key
        node = node.right


def is_valid(tree, key, result):
    keys = list(in_order(result))
    ascending = all(keys[i] < keys[i + 1] for i in range(len(keys) - 1))
    return ascending and set(keys) == set(in_order(tree)) | {key}
