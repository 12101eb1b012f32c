# faulty: rejects trees of another shape
def is_valid(tree, key, result):
    tree = list(tree)
    i = 0
    while True:
        while i >= len(tree):
            tree.append(None)
        if tree[i] is None:
            tree[i] = key
            break
        if tree[i] == key:
            break
        if key < tree[i]:
            i = 2 * i + 1
        else:
            i = 2 * i + 2

    def trim(xs):
        xs = list(xs)
        while xs and xs[-1] is None:
            xs.pop()
        return xs

    return trim(tree) == trim(result)
