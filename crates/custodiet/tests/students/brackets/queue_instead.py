# faulty: rejects nested brackets; accepts crossing ones, takes a queue for a stack
from collections import deque


def is_valid(brackets, matches):
    waiting = deque()
    expected = set()
    for i, b in enumerate(brackets):
        if b in "([":
            waiting.append(i)
        else:
            expected.add((waiting.popleft(), i))
    return expected == matches
