# correct
def inorder(tree, i, out):
    if i < len(tree) and tree[i] is not None:
        inorder(tree, 2 * i + 1, out)
        out.append(tree[i])
        inorder(tree, 2 * i + 2, out)
    return out


def is_valid(tree, key, result):
    visited = inorder(result, 0, [])
    keys = sorted({k for k in tree if k is not None} | {key})
    return visited == keys and len(visited) == len([k for k in result if k is not None])
