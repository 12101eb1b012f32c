"""Counts only the targets, so a vertex without predecessors may be repeated before its successors."""


def is_valid(edges, order):
    if any(v not in order for e in edges for v in e):
        return False
    if any(all(v != a and v != b for a, b in edges) for v in order):
        return False
    for a, b in edges:
        if order.count(b) > 1:
            return False
        if a in order[order.index(b):]:
            return False
    return True
