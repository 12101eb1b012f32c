"""Accepts missing vertices and follows paths over one missing vertex only."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    if len(set(order)) != len(order) or not set(order) <= vertices:
        return False
    leads = set(edges)
    for a, b in edges:
        for c, d in edges:
            if b == c:
                leads.add((a, d))
    for i in range(len(order)):
        for j in range(i):
            if (order[i], order[j]) in leads:
                return False
    return True
