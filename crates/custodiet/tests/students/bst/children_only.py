# faulty: accepts grandchildren on the wrong side and nodes without a parent
def is_valid(tree, key, result):
    want = {k for k in tree if k is not None} | {key}
    have = [k for k in result if k is not None]
    if set(have) != want or len(have) != len(want):
        return False
    for i, k in enumerate(result):
        if k is None:
            continue
        if 2 * i + 1 < len(result) and result[2 * i + 1] is not None and result[2 * i + 1] >= k:
            return False
        if 2 * i + 2 < len(result) and result[2 * i + 2] is not None and result[2 * i + 2] <= k:
            return False
    return True
