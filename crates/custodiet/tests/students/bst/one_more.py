# faulty: rejects a key that is there already; accepts it twice; raises TypeError on None between keys
def is_valid(tree, key, result):
    if len([k for k in result if k is not None]) != len([k for k in tree if k is not None]) + 1:
        return False
    if key not in result or any(k not in result for k in tree):
        return False
    for i in range(1, len(result)):
        if result[i] is None:
            continue
        parent = result[(i - 1) // 2]
        if i % 2 == 1 and not result[i] <= parent:
            return False
        if i % 2 == 0 and not result[i] >= parent:
            return False
    return True
