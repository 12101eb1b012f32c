"""Sorts the chosen intervals by their length and then compares neighbours only."""


def is_valid(requests, chosen):
    row = sorted(chosen, key=lambda c: (c.end - c.start, c.start))
    for k, c in enumerate(row):
        if c not in requests:
            return False
        if k > 0:
            before = row[k - 1]
            if before.start < c.end and c.start < before.end:
                return False
    best, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            best += 1
            free_from = r.end
    return len(row) >= best
