"""Expects the choice to hold the request that ends first, though another of the largest choices may do without."""


def is_valid(requests, chosen):
    row = sorted(chosen, key=lambda c: (c.start, c.end))
    for a, b in zip(row, row[1:]):
        if a.end > b.start:
            return False
    if not all(c in requests for c in row):
        return False
    if requests and (not row or row[0].end != min(r.end for r in requests)):
        return False
    most, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(row) == most
