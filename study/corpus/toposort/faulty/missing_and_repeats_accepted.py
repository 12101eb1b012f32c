"""Accepts missing vertices and repeats, and compares last places."""


def is_valid(edges, order):
    last = {}
    for i in range(len(order)):
        last[order[i]] = i
    for vertex in last:
        if not any(vertex == a or vertex == b for a, b in edges):
            return False
    for a, b in edges:
        if last.get(a, -1) > last.get(b, len(order)):
            return False
    return True
