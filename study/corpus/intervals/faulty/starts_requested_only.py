"""Checks that something was requested for each start, but not until when."""


def is_valid(requests, chosen):
    starts = {r.start for r in requests}
    for c in chosen:
        if c.start not in starts or c.end <= c.start:
            return False
    ordered = sorted(chosen, key=lambda c: c.start)
    for a, b in zip(ordered, ordered[1:]):
        if b.start < a.end:
            return False
    most, free = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free:
            most += 1
            free = r.end
    return len(chosen) == most
