"""Rejects an interval that fits exactly between two others, though it may touch one of them."""


def is_valid(requests, chosen):
    if not all(c in requests for c in chosen):
        return False
    row = sorted(chosen, key=lambda c: (c.start, c.end))
    for k in range(1, len(row)):
        if row[k].start < row[k - 1].end:
            return False
    for k in range(1, len(row) - 1):
        if row[k + 1].start - row[k - 1].end <= row[k].end - row[k].start:
            return False
    best = 0
    end = None
    for r in sorted(requests, key=lambda r: r.end):
        if end is None or r.start >= end:
            best += 1
            end = r.end
    return len(row) == best
