# faulty: accepts trees without an old key
def is_valid(tree, key, result):
    allowed = set(tree) | {key}

    def ok(i, lo, hi):
        if i >= len(result) or result[i] is None:
            return True
        return lo < result[i] < hi and ok(2 * i + 1, lo, result[i]) and ok(2 * i + 2, result[i], hi)

    attached = all(result[(i - 1) // 2] is not None for i in range(1, len(result)) if result[i] is not None)
    return attached and ok(0, float("-inf"), float("inf")) and key in result and all(
        k is None or k in allowed for k in result
    )
