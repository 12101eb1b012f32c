# correct
from collections import deque


def is_valid(left, right, merged):
    a, b = deque(left), deque(right)
    for x in merged:
        if a and a[0] == x and (not b or a[0] <= b[0]):
            a.popleft()
        elif b and b[0] == x and (not a or b[0] <= a[0]):
            b.popleft()
        else:
            return False
    return not a and not b
