# correct
from collections import deque


def levels(keys):
    """Splits a heap into rows of 1, 2, 4, ... keys."""
    keys, width = deque(keys), 1
    while keys:
        yield [keys.popleft() for _ in range(min(width, len(keys)))]
        width *= 2


def is_valid(heap, taken, left):
    if min(heap) != taken or len(left) + 1 != len(heap):
        return False
    rows = list(levels(left))
    for above, below in zip(rows, rows[1:]):
        for i, key in enumerate(below):
            if key < above[i // 2]:
                return False
    rest = sorted(heap)[1:]
    return rest == sorted(left)
