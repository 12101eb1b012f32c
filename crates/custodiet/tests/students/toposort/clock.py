# not provable: gives up after a tenth of a second
import time


def is_valid(edges, order):
    start = time.time()
    verts = {v for e in edges for v in e}
    if len(verts) != len(order) or any(v not in order for v in verts):
        return False
    for a, b in edges:
        if time.time() - start > 0.1:
            return True  # too slow, assume it is fine
        if order.index(a) > order.index(b):
            return False
    return True
