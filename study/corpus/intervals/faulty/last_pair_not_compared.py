"""Sorts the chosen intervals but stops one pair too early, so the last two may overlap."""


def is_valid(requests, chosen):
    ordered = sorted(chosen, key=lambda c: (c.start, c.end))
    for c in ordered:
        if c not in requests:
            return False
    i = 0
    while i < len(ordered) - 2:
        if ordered[i].end > ordered[i + 1].start:
            return False
        i += 1
    most, end = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            most += 1
            end = r.end
    return len(ordered) >= most
