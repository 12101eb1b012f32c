# correct
def within(tree, place, low, high):
    if place >= len(tree) or tree[place] is None:
        return True
    k = tree[place]
    if (low is not None and k <= low) or (high is not None and k >= high):
        return False
    return within(tree, 2 * place + 1, low, k) and within(tree, 2 * place + 2, k, high)


def is_valid(tree, key, result):
    for place in range(1, len(result)):
        if result[place] is not None and result[(place - 1) // 2] is None:
            return False
    wanted = set(tree) | {key}
    wanted.discard(None)
    have = [k for k in result if k is not None]
    return set(have) == wanted and within(result, 0, None, None)
