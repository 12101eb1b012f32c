"""Looks for a larger choice that keeps the first interval of the day, though that one may be the mistake."""


def is_valid(requests, chosen):
    if not set(chosen) <= requests:
        return False
    row = sorted(chosen, key=lambda c: (c.start, c.end))
    for a, b in zip(row, row[1:]):
        if a.end > b.start:
            return False
    if not row:
        return not requests
    most, free_from = 1, row[0].end
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(row) == most and not any(r.end <= row[0].start for r in requests)
