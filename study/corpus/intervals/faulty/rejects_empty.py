"""Rejects an empty choice even if nothing was requested."""


def is_valid(requests, chosen):
    if not chosen or not requests:
        return False
    row = sorted(chosen, key=lambda c: c.start)
    if any(c not in requests for c in row):
        return False
    if any(row[i].end > row[i + 1].start for i in range(len(row) - 1)):
        return False
    count, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            count += 1
            free_from = r.end
    return len(row) == count
