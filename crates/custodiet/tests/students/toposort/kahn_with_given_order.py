# correct
from collections import deque

def is_valid(edges, order):
    """Run Kahn's algorithm, but let `order` choose which free vertex comes next."""
    incoming = {}
    outgoing = {}
    for src, dst in edges:
        incoming.setdefault(src, 0)
        incoming[dst] = incoming.get(dst, 0) + 1
        outgoing.setdefault(src, []).append(dst)
    queue = deque(order)
    while queue:
        vertex = queue.popleft()
        if incoming.get(vertex, 1) != 0:
            return False
        incoming.pop(vertex)
        for dst in outgoing.get(vertex, []):
            incoming[dst] -= 1
    return not incoming
