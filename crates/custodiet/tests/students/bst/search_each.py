# correct
def find(tree, key):
    i = 0
    while i < len(tree) and tree[i] is not None and tree[i] != key:
        i = 2 * i + 1 if key < tree[i] else 2 * i + 2
    return i


def is_valid(tree, key, result):
    expected = [k for k in tree if k is not None]
    if key not in expected:
        expected.append(key)
    nodes = [(i, k) for i, k in enumerate(result) if k is not None]
    if sorted(expected) != sorted(k for _, k in nodes):
        return False
    return all(find(result, k) == i for i, k in nodes)
