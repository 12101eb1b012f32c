"""Sweeps over starts and ends, but opens an interval before it closes the one that ends at the same hour."""


def is_valid(requests, chosen):
    events = []
    for c in chosen:
        if c not in requests:
            return False
        events.append((c.start, "a"))
        events.append((c.end, "b"))
    open_now = 0
    for _, kind in sorted(events):
        if kind == "a":
            if open_now:
                return False
            open_now = 1
        else:
            open_now = 0
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(chosen) == most
