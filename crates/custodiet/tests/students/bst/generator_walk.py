# correct
from itertools import pairwise


def walk(tree, i=0):
    if i < len(tree) and (key := tree[i]) is not None:
        yield from walk(tree, 2 * i + 1)
        yield key
        yield from walk(tree, 2 * i + 2)


def is_valid(tree, key, result):
    reached = list(walk(result))
    if any(a >= b for a, b in pairwise(reached)):
        return False
    if len(reached) != len(result) - result.count(None):
        return False
    return set(reached) == set(walk(tree)) | {key}
