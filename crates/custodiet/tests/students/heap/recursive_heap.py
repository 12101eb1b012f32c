# correct
def ok(a, i=0, bound=float("-inf")):
    if i >= len(a):
        return True
    return a[i] >= bound and ok(a, 2 * i + 1, a[i]) and ok(a, 2 * i + 2, a[i])


def is_valid(heap, taken, left):
    rest = heap[:]
    rest.remove(min(rest))
    return taken == heap[0] and sorted(rest) == sorted(left) and ok(left)
