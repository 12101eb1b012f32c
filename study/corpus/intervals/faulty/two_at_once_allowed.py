"""Sweeps over starts and ends but allows two intervals at once, and rejects only three."""


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    events = [(c.start, 1) for c in chosen] + [(c.end, -1) for c in chosen]
    present = 0
    for _, change in sorted(events):
        present += change
        if present > 2:
            return False
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) >= most
