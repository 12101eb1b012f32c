# not provable: checks a random sample of pairs
import random


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    for _ in range(200):
        if len(order) < 2:
            break
        i, j = sorted(random.sample(range(len(order)), 2))
        if (order[j], order[i]) in edges:
            return False
    return True
